import { statSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openForTest, temporaryFile } from './serverFixture.ts';

test('a demo that was just made takes its place once: what it was written to before is empty', async () => {
  const file = temporaryFile();
  const service = await openForTest({ file, demo: true });
  onTestFinished(() => service.close());
  expect(statSync(file).size).toBeGreaterThan(20_000_000);
  expect(statSync(`${file}-wal`).size).toBe(0);
});
