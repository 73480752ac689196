import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { start } from '../../helpers/application.ts';
import { homeWith } from './home.ts';

test('a wrong file starts the program all the same, and says in one line what is wrong; a running one sees each change', async () => {
  const { home, file } = await homeWith('x: 1\ny: 2\n');
  const terminal = start({ home, cols: 120 });
  await terminal.waitFor('config.yaml:1:1: there is no setting "x".');
  await terminal.waitFor('1 more: sitedeck config check');
  expect(terminal.lines().join('\n')).toContain('podcast.example.com');
  writeFileSync(file, 'commands: whois\n');
  await terminal.waitFor('config.yaml:1:11: commands must be a list');
  rmSync(file);
  await terminal.waitFor(lines => !lines.join('\n').includes('config.yaml'));
});

test.each([['/dev/zero'], ['/']])('a start with a link to %s in its place is as any other', async target => {
  const { home, file } = await homeWith('');
  rmSync(file);
  symlinkSync(target, file);
  const terminal = start({ home, cols: 120 });
  await terminal.waitFor(target === '/' ? 'it is a folder' : 'it is no ordinary file');
  terminal.press('Down');
  await terminal.waitFor(lines => !lines.join('\n').includes('cannot be read'));
});
