import { readdirSync, readlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openDemo } from '../helpers/application.ts';
import type { Terminal } from '../helpers/terminal.ts';

/** Files of the embedded services that the program has open. */
function openDatabases({ pid }: Terminal): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap(name => {
    try {
      const file = readlinkSync(`${folder}/${name}`);
      return file.endsWith('.sqlite') ? [file.split('/').at(-1) ?? ''] : [];
    } catch {
      // Closed meanwhile.
      return [];
    }
  });
}

// Where it can be seen: on Linux.
test.skipIf(process.platform !== 'linux')('a service that is switched away from is closed', async () => {
  const terminal = await openDemo();
  expect(openDatabases(terminal)).toEqual(['demo.sqlite']);
  for (let round = 0; round < 2; round++) {
    terminal.press('P');
    await terminal.waitFor('made-up websites');
    terminal.press('g', 'j', 'Enter');
    await terminal.waitFor(lines => /\blogs\b/.test(lines[0] ?? ''));
    terminal.press('P');
    await terminal.waitFor('made-up websites');
    terminal.press('g', 'Enter');
    await terminal.waitFor('podcast.example.com');
  }
  await expect.poll(() => openDatabases(terminal)).toEqual(['demo.sqlite']);
});
