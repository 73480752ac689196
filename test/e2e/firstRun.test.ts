import { expect, test } from 'vitest';
import { start } from '../helpers/application.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';

test('a restart keeps what was changed', async () => {
  const home = await temporaryDemo({ isNew: true });
  const first = start({ home });
  await first.waitFor('13 websites');
  first.press('d');
  await first.waitFor('Type the domain');
  first.type('podcast.example.com');
  first.press('Enter');
  await first.waitFor('12 websites');
  first.press('q');
  await first.exit;

  const second = start({ home });
  await second.waitFor('12 websites');
  expect(second.lines().join('\n')).not.toContain('podcast.example.com');
  second.press('q');
  expect((await second.exit).code).toBe(0);
});
