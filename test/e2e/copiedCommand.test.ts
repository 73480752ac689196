import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { shellQuote } from '#text/words.ts';
import { program, run, runner, temporaryHome } from '../cli/fixture.ts';
import { chrome } from '../logs/importFixture.ts';
import { startTerminal } from '../helpers/terminal.ts';
import { goTo, settled } from '../helpers/textApplication.ts';

const shells = ['bash', 'zsh', 'fish'].filter(name =>
  (process.env['PATH'] ?? '').split(delimiter).some(folder => existsSync(join(folder, name))),
);
const inShell = (
  shell: string,
  command: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
) => promisify(execFile)(shell, [shell === 'zsh' ? '-fc' : '-c', command], { env });

test.for(shells)('words are themselves in %s, whatever is in them', async shell => {
  const words = [
    'plain',
    '',
    ' two  words ',
    `it's`,
    String.raw`C:\new`,
    String.raw`\\`,
    `end\\`,
    String.raw`\'`,
    '$HOME `id` $(id) ${x} %self',
    '!! !x ^a^b ~ ~root =ls *?[a] {a,b} #x ;|&<>()',
    'device!=mobile',
    'page=~/x',
    'Zürich, "CH"',
    'a\nb',
  ];
  const echo = `printf '<%s>' ${words.map(shellQuote).join(' ')}`;
  const { stdout } = await inShell(shell, echo);
  expect(stdout).toBe(words.map(word => `<${word}>`).join(''));
});

/** Every shell's word of what a visitor may ask for. */
const hostile = `/it's~$HOME;x=1,2\\`;

test('x and then y copies a command that prints the same number under a filter, from any shell', async () => {
  const home = temporaryHome();
  const [, day, month, year] = new Date(Date.now() - 86_400_000).toUTCString().split(' ');
  const lines = [
    ['91.12.3.1', hostile],
    ['91.12.3.2', hostile],
    ['91.12.3.3', '/other'],
    ['8.8.8.8', hostile],
    ['8.8.8.8', '/other'],
    ['8.8.8.9', '/other'],
  ].map(
    ([address, page = ''], at) =>
      `${address} - - [${day}/${month}/${year}:08:00:0${at} +0000] "GET ${page} HTTP/1.1" 200 12 "-" "${chrome}"\n`,
  );
  const log = join(home.path, 'access.log');
  writeFileSync(log, lines.join(''));
  expect((await run(['logs', 'add', 'one.example', log], { home })).code).toBe(0);
  const bin = join(home.path, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'sitedeck'), `#!/bin/sh\nexec ${runner} ${program} "$@"\n`, { mode: 0o755 });
  const env = { ...home.env, PATH: [bin, process.env['PATH']].join(delimiter), TZ: 'UTC' };
  const args = ['--profile', 'logs', 'one.example'];
  const terminal = startTerminal({ args, home, cols: 120, rows: 40, env: { TZ: 'UTC' } });
  onTestFinished(() => terminal.stop());
  await terminal.waitFor('/other');
  await settled(terminal);
  const clipboardSince = async (mark: number) => {
    const base64 = () => /\x1b\]52;c;([^\x07]+)\x07/.exec(terminal.outputSince(mark))?.[1];
    await terminal.waitFor(() => base64() !== undefined);
    return Buffer.from(base64() ?? '', 'base64').toString();
  };
  /** What it prints is the same in each of these shells. */
  const copied = async (inShells = shells.slice(0, 1)) => {
    const mark = terminal.mark();
    terminal.press('x');
    await terminal.waitFor('[ Export ]');
    terminal.press('y');
    const command = await clipboardSince(mark);
    const printed = await Promise.all(
      inShells.map(async shell => (await inShell(shell, command, env)).stdout),
    );
    expect(new Set(printed).size).toBe(1);
    return { command, printed: printed[0] ?? '' };
  };
  /** What the box itself exports, to the clipboard. */
  const exported = async () => {
    const mark = terminal.mark();
    terminal.press('x');
    await terminal.waitFor('[ Export ]');
    await settled(terminal);
    if (!terminal.lines().some(line => line.includes('through your terminal'))) {
      terminal.press('Tab', 'Right');
      await terminal.waitFor('through your terminal');
    }
    terminal.press('Enter');
    return await clipboardSince(mark);
  };
  terminal.press('W');
  await terminal.waitFor('no condition');
  terminal.type(`page=${hostile}`);
  await terminal.waitFor('1 page is like');
  terminal.press('Enter');
  await terminal.waitFor(/page +\[is\].* 3 /);
  terminal.type('country!=US');
  await terminal.waitFor(/> country +is +\[is not\]/);
  terminal.press('Enter');
  await terminal.waitFor(/country +is +\[is not\].* 2 /);
  terminal.press('Esc');
  await terminal.waitFor(lines => lines.some(line => /^│ 2 .*│ 2 /.test(line)));
  await settled(terminal);

  const report = await copied(shells);
  expect(report.command).toContain(`--where 'country!=US'`);
  expect(report.printed).toMatch(/^visitors,[\d-]+,,,2,/m);
  expect(report.printed).toBe(await exported());

  terminal.press('C');
  await terminal.waitFor('best day');
  await settled(terminal);
  const days = await copied();
  expect(days.command).toMatch(/ --format csv$/);
  expect(days.printed).toBe(await exported());
  terminal.press('Esc');
  await terminal.waitFor(lines => lines.some(line => /^│ 2 .*│ 2 /.test(line)));

  await goTo(terminal, 'Pages');
  await terminal.waitFor(lines => lines.some(line => line.startsWith(` > ${hostile}`)));
  await settled(terminal);
  const pages = await copied();
  expect(pages.printed).toMatch(/^page,"\/it's.*",2\b/m);

  terminal.press('Enter');
  await terminal.waitFor(([first = '']) => first.includes(`> Pages > ${hostile}`));
  await settled(terminal);
  const history = await copied();
  expect(history.command).toContain('sitedeck --profile logs history --period 28d --where ');
  expect(history.printed).toMatch(/,2\n/);
});
