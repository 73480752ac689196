import { expect, test } from 'vitest';
import { startTerminal } from './terminal.ts';

const shell = (script: string) =>
  startTerminal({ command: '/bin/sh', args: ['-c', script], cols: 20, rows: 4 });

test('shows what a program writes, with its styles', async () => {
  await using terminal = shell(String.raw`printf 'one \033[1;31mtwo\033[0m 日本\n'; read x; printf "got $x"`);
  await terminal.waitFor('one two 日本');
  expect(terminal.screen.find('two')).toMatchObject({ x: 4, y: 0, bold: true, fg: 1 });
  expect(terminal.screen.find('one')).toMatchObject({ x: 0, y: 0, bold: false, fg: 'default' });
  expect(terminal.screen.cell(8, 0)).toMatchObject({ text: '日', width: 2 });
  expect(terminal.screen.cell(9, 0)).toMatchObject({ text: '', width: 0 });
  terminal.type('abc');
  terminal.press('Enter');
  await terminal.waitFor('got abc');
  expect(await terminal.exit).toEqual({ code: 0, signal: 0 });
});

test('gives a clean environment', async () => {
  await using terminal = shell('env; exit 3');
  await terminal.exit;
  const names = terminal.output.split('\r\n').map(line => line.split('=')[0]);
  expect(names).toContain('XDG_DATA_HOME');
  expect(names).not.toContain('CI');
  expect(names).not.toContain('FORCE_COLOR');
  expect(names).not.toContain('NO_COLOR');
  expect((await terminal.exit).code).toBe(3);
});

test('a wait that fails shows the screen', async () => {
  await using terminal = shell('printf hello; read x');
  await terminal.waitFor('hello');
  await expect(terminal.waitFor('goodbye', 50)).rejects.toThrow(/goodbye[\s\S]*\|hello/);
});

test('counts bytes after a mark', async () => {
  await using terminal = shell('stty -echo; printf ready; read x; printf "é12"; read x');
  await terminal.waitFor('ready');
  const mark = terminal.mark();
  terminal.press('Enter');
  await terminal.waitFor('é12');
  expect(terminal.outputSince(mark)).toBe('é12');
  expect(terminal.bytesSince(mark)).toBe(4);
});

test('lines end where their text does, though blanks were written or the screen became narrower', async () => {
  await using terminal = shell(String.raw`printf 'one   \ntwo\r   \n%8s'; read x`);
  await terminal.waitFor(lines => lines[0] === 'one' && lines[1] === '');
  terminal.screen.resize(4, 4);
  expect(terminal.lines()).toEqual(['one', '', '', '']);
});
