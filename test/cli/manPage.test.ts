import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '#model/failure.ts';
import { environment, examples, exitStatus, files, manPage, roff } from '#cli/help/help.ts';
import { flagsOf, globalOptions } from '#cli/subcommand.ts';
import { listedCommandLines } from '#cli/subcommands.ts';
import manifest from '../../package.json' with { type: 'json' };
import { program, run, temporaryHome } from './fixture.ts';

const lines = listedCommandLines();

/** What a program of the machine makes of the manual, in lines that are not broken; undefined where there is no such program. */
function rendered(command: string, args: readonly string[], source = manPage()) {
  const file = join(temporaryHome().path, 'sitedeck.1');
  writeFileSync(file, source);
  const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', MANWIDTH: '400', MAN_KEEP_FORMATTING: '' };
  const { error, status, stdout, stderr } = spawnSync(command, [...args, file], { env, encoding: 'utf8' });
  return error === undefined ? { status, stdout, stderr } : undefined;
}

test('every section is there, and every command with its arguments and options', () => {
  const page = manPage();
  expect([...page.matchAll(/^\.SH (.*)$/gm)].map(([, title]) => title)).toEqual([
    'NAME',
    'SYNOPSIS',
    'DESCRIPTION',
    'OPTIONS',
    'COMMANDS',
    'ENVIRONMENT',
    'FILES',
    'EXIT STATUS',
    'EXAMPLES',
    'SEE ALSO',
  ]);
  expect([...page.matchAll(/^\.SS sitedeck (\S+(?: [a-z]\S*)?)/gm)].length).toBe(lines.length);
  for (const { words, subcommand } of lines) {
    const name = roff(words).replaceAll('\\', String.raw`\\`);
    const [, part = ''] = page.split(new RegExp(`^\\.SS sitedeck ${name}(?: .*)?\\n`, 'm'));
    const [own = ''] = part.split(/^\.S[SH] /m);
    for (const { long } of flagsOf(subcommand.options)) expect(own).toContain(roff(long));
  }
});

test.each([
  ['--per-page', String.raw`\-\-per\-page`],
  ['.sqlite is a file', String.raw`\&.sqlite is a file`],
  ['a.b', 'a.b'],
  [String.raw`C:\logs`, String.raw`C:\elogs`],
  ["it's `this` ~/.config ^C", String.raw`it\(aqs \(gathis\(ga \(ti/.config \(haC`],
  ["'quoted", String.raw`\(aqquoted`],
  ['two\n  lines ', 'two lines'],
])('%j is written so that it is shown as it is', (text, source) => {
  expect(roff(text)).toBe(source);
});

test.for([
  ['man', ['--warnings', '-E', 'UTF-8', '-l', '-P', 'cat']],
  ['groff', ['-ww', '-man', '-z']],
  ['mandoc', ['-T', 'lint', '-W', 'error']],
] as const)('%s has nothing to complain of', ([command, args], { skip }) => {
  const made = rendered(command, args);
  if (made === undefined) return skip(`${command} is not installed`);
  expect([made.status, made.stderr]).toEqual([0, '']);
});

test('what would be wrong with the source is found', ({ skip }) => {
  const made = rendered('groff', ['-ww', '-man', '-z'], `${manPage()}.nosuch\n`);
  if (made === undefined) return skip('groff is not installed');
  expect(made.stderr).toContain('nosuch');
});

test('each exit code is told, here as in docs/commands.md', () => {
  const [, table = ''] = readFileSync('docs/commands.md', 'utf8').split('## Exit codes\n');
  const documented = [...table.matchAll(/^\| (\d+) +\| (.*?) +\|$/gm)].map(([, code, means]) => [
    code,
    means?.replaceAll('`', ''),
  ]);
  expect(exitStatus).toEqual(documented);
  expect(exitStatus.map(([code]) => Number(code))).toEqual(Object.values(exitCodes));
});

test('it reads as it was written: examples, options, files and variables can be copied', ({ skip }) => {
  const made = rendered('man', ['-E', 'UTF-8', '-l', '-P', 'cat']);
  if (made === undefined) return skip('man is not installed');
  const shown = made.stdout.replaceAll(/ +/g, ' ');
  const copied = [
    ...[...examples, ...lines.flatMap(({ subcommand }) => subcommand.examples)].map(([line]) => line),
    ...[...environment, ...files, ...exitStatus].map(([term]) => term),
    ...flagsOf(globalOptions).map(({ long }) => long),
  ];
  expect(copied.filter(text => !shown.includes(` ${text}`))).toEqual([]);
});

test('it comes with the package, and help prints the same', async ({ skip }) => {
  const { code, stdout, stderr } = await run(['help', '--man']);
  expect({ code, stderr, stdout }).toEqual({ code: 0, stderr: '', stdout: manPage() });
  expect(manifest.man).toEqual(['dist/sitedeck.1']);
  skip(!program.endsWith('.js'), 'the single executable has no files beside it');
  expect(readFileSync(join(dirname(program), 'sitedeck.1'), 'utf8')).toBe(manPage());
});
