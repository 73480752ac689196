import { expect, test } from 'vitest';
import { listedCommandLines } from '#cli/subcommands.ts';
import { fileTree } from '../helpers/fileTree.ts';
import { readStart } from '#cli/commandLine.ts';
import { refusal, run, temporaryHome } from './fixture.ts';

test('--kiosk goes with no command, before it or behind it, in one line', () => {
  for (const { words } of listedCommandLines())
    for (const args of [
      ['--kiosk', ...words.split(' ')],
      [...words.split(' '), 'one', '--kiosk'],
    ])
      expect(readStart(args)).toEqual({
        kind: 'error',
        error: '--kiosk opens the application and goes with no command. See sitedeck --help.',
      });
  expect(readStart(['--kiosk', '--debug', 'file'])).toEqual({
    kind: 'error',
    error:
      '--debug writes a file, and with --kiosk none is written: leave one of them out. See sitedeck --help.',
  });
  expect(readStart(['--kiosk', 'shop.example.com'])).toMatchObject({
    kind: 'application',
    options: { kiosk: true, site: 'shop.example.com' },
  });
});

test.each([
  [['--refresh', '60s'], { refreshEvery: 60, rotateEvery: undefined }],
  [['--refresh=5m', '--rotate', '20'], { refreshEvery: 300, rotateEvery: 20 }],
  [['--rotate', '1h', 'shop.example.com'], { rotateEvery: 3600, site: 'shop.example.com' }],
  // A kiosk refreshes by itself.
  [['--kiosk'], { refreshEvery: 60, rotateEvery: undefined }],
  [['--kiosk', '--refresh', '15s'], { refreshEvery: 15 }],
  [[], { refreshEvery: undefined, rotateEvery: undefined }],
  // A name, where it could be no command.
  [['The shop'], { site: 'The shop' }],
  [['Empty'], { site: 'Empty' }],
  [['3dprint'], { site: '3dprint' }],
])('%j goes on by itself so often, in seconds', (args, options) => {
  expect(readStart(args)).toMatchObject({ kind: 'application', options });
});

test.each([
  [['--refresh', '9s'], '--refresh takes a time from 10s to 24h, as 60s or 5m.'],
  [['--rotate', '4s'], '--rotate takes a time from 5s to 24h, as 60s or 5m.'],
  [['--rotate', '25h'], '--rotate takes a time from 5s to 24h, as 60s or 5m.'],
  [['--rotate', '1e3'], '--rotate takes a time from 5s to 24h, as 60s or 5m.'],
  [['--refresh', '-20s'], '--refresh takes a time from 10s to 24h, as 60s or 5m.'],
  [['--rotate='], '--rotate takes a time from 5s to 24h, as 60s or 5m.'],
  [['overview', '--rotate', '20s'], '--rotate opens the application and goes with no command.'],
])('%j is refused in one line', (args, error) => {
  expect(readStart(args)).toEqual({ kind: 'error', error: expect.stringContaining(error) });
});

test('a refused kiosk has done nothing', async () => {
  const home = temporaryHome();
  const { NODE_COMPILE_CACHE: _, ...env } = home.env;
  const before = fileTree(home.path);
  for (const args of [
    ['--kiosk', 'import', 'example.com', '-'],
    ['websites', 'create', 'example.com', '--kiosk'],
    ['--kiosk', '--debug', 'log'],
    ['--kiosk', '--profile', 'nobody'],
    ['--kiosk'],
  ]) {
    expect(refusal(await run(args, { home: { ...home, env } }))).toMatch(/^sitedeck: /);
  }
  expect(fileTree(home.path)).toEqual(before);
});
