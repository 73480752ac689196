import { expect, test } from 'vitest';
import { start } from '../helpers/application.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';

test('a first start makes the demo, says that it is one, and how to connect a service', async () => {
  const terminal = start();
  await terminal.waitFor('podcast.example.com');
  await terminal.waitFor('13 websites');
  expect(terminal.output).toMatch(/Making the demo: \d+%/);
  expect(terminal.lines()[0]).toContain('demo');
  terminal.press('P');
  await terminal.waitFor('Connect a service ...');
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('\n').includes('Connect a service ...'));
  terminal.press('q');
  expect(await terminal.exit).toEqual({ code: 0, signal: 0 });
});

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
