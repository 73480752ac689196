import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readLine, valuesOf } from '#cli/commandLine.ts';
import { examples as ofProgram, helpText, readMore } from '#cli/help/help.ts';
import { flagsOf, globalOptions } from '#cli/subcommand.ts';
import { listedCommandLines, root as start, subcommands } from '#cli/subcommands.ts';
import { anchorsOf, fencedBlocks } from '../docs/markdown.ts';
import { readPage } from '../docs/pages.ts';
import { loadedFiles } from '../helpers/loadedFiles.ts';
import { program, run, temporaryHome } from './fixture.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lines = listedCommandLines();
const examples = lines.flatMap(({ words, subcommand }) =>
  subcommand.examples.map(([line]) => ({ words, subcommand, line })),
);
/** Every help there is, by the words of its command line. */
const helps = [
  [],
  ...Object.keys(subcommands).map(name => [name]),
  ...lines.map(({ words }) => words.split(' ')),
];

/** The arguments of each call of sitedeck in command lines, as bash reads them; nothing of them is run. */
function argumentsIn(given: readonly string[]): string[][] {
  const home = temporaryHome();
  const others = ['cat', 'docker', 'man', 'pass', 'source', 'zcat'].map(name => `${name}() { :; }`);
  const script = [
    ...others,
    String.raw`sitedeck() { { printf '%s\x1f' "$@"; printf '\x1e'; } >> calls; }`,
    ...given.map(line => `${line}\nwait $!`),
    // What the last command line started may have ended by SIGPIPE, which says nothing of the calls.
    ':',
  ].join('\n');
  execFileSync('bash', ['-c', script], { cwd: home.path, stdio: ['ignore', 'ignore', 'inherit'] });
  const calls = readFileSync(join(home.path, 'calls'), 'utf8').split('\x1e').slice(0, -1);
  return calls.map(call => call.split('\x1f').slice(0, -1));
}

/** The words of the subcommand that a command line runs. */
function parsed(args: readonly string[]): string {
  const line = readLine(args, start);
  valuesOf(line);
  return line.path.join(' ');
}

test('every example is a command line of its subcommand', () => {
  const calls = argumentsIn(examples.map(({ line }) => line));
  expect(calls.length).toBe(examples.length);
  for (const [at, { words, line }] of examples.entries())
    expect({ line, words: parsed(calls[at] ?? []) }).toEqual({ line, words });
});

test('an example that is no command line would be found', () => {
  expect(() => parsed(['stats', 'shop.example.com'])).toThrow('missing required argument');
  expect(() => parsed(['stats', 'shop.example.com', 'page', '--wide'])).toThrow('unknown option');
});

test('the examples of what only reads run with the demo', { timeout: 240_000 }, async () => {
  const home = await temporaryDemo();
  const { stdout } = await run(['websites', 'export'], { home });
  writeFileSync(join(home.path, 'sites.yaml'), stdout);
  const views = fencedBlocks(readPage('docs/yours.md').text, 'json').find(block => block.includes('"views"'));
  await run(['view', 'import', '-'], { home, stdin: views ?? '' });
  // Of your own logs, which a new home has none of; what serves does not end, or says nothing unless it is asked,
  // and an editor waits for somebody.
  const elsewhere = ['now', 'lines', 'serve', 'mcp', 'config edit'];
  const reading = examples.filter(
    ({ words, subcommand }) => !('quiet' in subcommand.options) && !elsewhere.includes(words),
  );
  const calls = argumentsIn(reading.map(({ line }) => line));
  const ran = [];
  for (const [at, { line }] of reading.entries()) {
    const { code, stdout, stderr } = await run(calls[at] ?? [], { home });
    ran.push({ line, code: line.includes(' watch ') && code === 4 ? 0 : code, says: stdout + stderr });
  }
  expect(
    ran.filter(({ line, code, says }) => code !== 0 || (says === '' && !line.includes(' watch '))),
  ).toEqual([]);
  expect(ran.length).toBeGreaterThan(20);
});

test.each(helps.map(path => [path.join(' '), path] as const))(
  'help of "%s": examples, and no line wider than the terminal but for those that are there to be copied',
  (_, path) => {
    const copied = new Set(
      [...ofProgram, ...examples.map(({ line }) => [line])].map(([line]) => `  ${line}`),
    );
    for (const columns of [40, 60, 80, 200]) {
      const text = helpText(path, columns);
      expect(text).toMatch(/^Examples:\n {2}\S/m);
      const wide = text.split('\n').filter(line => !copied.has(line) && line.length > Math.min(columns, 100));
      expect({ columns, wide }).toEqual({ columns, wide: [] });
      expect(text).not.toMatch(/ \n|\n\n\n|undefined|[^.]\.\.\n/);
    }
  },
);

test('at 80 columns the examples fit too', () => {
  expect(examples.map(({ line }) => line).filter(line => line.length > 78)).toEqual([]);
});

test('the global options are one line in the help of a subcommand, and stand in that of the program', () => {
  const flags = flagsOf(globalOptions).map(
    ({ long }) => new RegExp(`^ {2}(?:-\\w, )?${long}(?: <\\w+>)?(?: {2}|$)`, 'm'),
  );
  expect(flags.filter(flag => flag.test(helpText([], 80)))).toEqual(flags);
  for (const { words } of lines) {
    const text = helpText(words.split(' '), 60);
    expect(text).toContain('\nGlobal options, as --profile and --json: sitedeck --help\n');
    expect(flags.filter(flag => flag.test(text))).toEqual([]);
  }
});

test('the place where help says that there is more is one', () => {
  for (const { words, docs } of lines) {
    const [file = '', anchor] = readMore(docs).split('#');
    expect(['', ...anchorsOf(readFileSync(join(root, file), 'utf8'))]).toContain(anchor ?? '');
    expect(helpText(words.split(' '), 60)).toContain(`Read more: ${readMore(docs)}\n`);
  }
});

test('help is printed by help, --help and -h; where a group is named alone as an error', async () => {
  const text = helpText(['websites', 'list'], 80);
  expect(await run(['help', 'websites', 'list'])).toEqual({ code: 0, stdout: text, stderr: '' });
  expect(await run(['websites', 'list', '-h'])).toEqual({ code: 0, stdout: text, stderr: '' });
  expect(await run(['--json', 'websites', '--help', 'list'])).toEqual({ code: 0, stdout: text, stderr: '' });
  expect(await run(['help'])).toEqual({ code: 0, stdout: helpText([], 80), stderr: '' });
  expect(await run(['websites'])).toEqual({ code: 2, stdout: '', stderr: helpText(['websites'], 80) });
});

test.skipIf(!program.endsWith('.js'))(
  'a start reads no word of the subcommands, and a subcommand none of the help',
  () => {
    // What the application and subcommands alone share may be nothing: then it has no chunk.
    const chunk = (name: string) => {
      const file = join(dirname(program), `${name}.js`);
      return name === 'shared' && !existsSync(file) ? '' : readFileSync(file, 'utf8');
    };
    const [start, commands, help] = [
      ['sitedeck', 'service', 'shared', 'screens', 'views'].map(chunk).join('\n'),
      chunk('commands'),
      chunk('help'),
    ];
    // Command lines themselves are named by screens too.
    const words = lines.flatMap(({ subcommand }) => [
      subcommand.description,
      ...subcommand.examples.map(([, meaning]) => meaning),
    ]);
    expect(words.filter(text => start.includes(text))).toEqual([]);
    for (const text of ['Read more: ', '.SH SYNOPSIS', '#compdef sitedeck']) {
      expect(help).toContain(text);
      expect(start + commands).not.toContain(text);
    }
  },
);

test.skipIf(!program.endsWith('.js'))(
  'the chunk of the help is loaded for help, and for no other command',
  async () => {
    const home = temporaryHome();
    const files = await loadedFiles(['profile', 'list'], home);
    expect(files).toContain('commands.js');
    expect(files).not.toContain('help.js');
    expect(files).not.toContain('yaml.js');
    expect(await loadedFiles(['--help'], home)).toContain('help.js');
  },
);
