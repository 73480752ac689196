import { expect, test } from 'vitest';
import { listedCommandLines } from '#headless/subcommands.ts';
import { fileTree } from '../helpers/fileTree.ts';
import { readStart } from '../../src/arguments.ts';
import { errorLine, run, temporaryHome } from './fixture.ts';

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
    const ran = await run(args, { home: { ...home, env } });
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(errorLine(ran)).toMatch(/^sitedeck: /);
  }
  expect(fileTree(home.path)).toEqual(before);
});
