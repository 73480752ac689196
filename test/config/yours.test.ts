import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readYours, watchYours, wrongLine, yoursPath } from '#config/yours/yours.ts';
import { yoursJsonSchema } from '#config/yours/yoursSchema.ts';
import { nothingYours } from '#model/own/yours.ts';
import '#commands/registry.ts';
import { parseYours } from '#config/yours/yoursText.ts';
import { isFree } from '../helpers/deadKeys.ts';
import { builtProgram } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporaryFolder.ts';

const good = '  - name: Whois\n    run: [whois, "{domain}"]\n';
const whois = { name: 'Whois', run: ['whois', '{domain}'] };

/** What is wrong in a text, as "line:column text". */
function wrongIn(text: string): string[] {
  return parseYours(text).wrong.map(({ line, column, text: said }) => `${line}:${column} ${said}`);
}

test('a text that is right has no errors, whatever its line ends', () => {
  const text = `# mine\ncommands:\n${good}    key: X\n    on: [websites]\n    confirm: true\n    output: pager\n`;
  const commands = [{ ...whois, key: 'X', on: ['websites'], confirm: true, output: 'pager' }];
  expect(parseYours(text)).toEqual({ yours: { ...nothingYours, commands }, wrong: [] });
  expect(parseYours(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual({
    yours: { ...nothingYours, commands },
    wrong: [],
  });
  for (const empty of ['', '\n', '# nothing\n', '---\n', 'commands: []\n'])
    expect(parseYours(empty)).toEqual({ yours: nothingYours, wrong: [] });
});

test.each([
  ['a name that is nearly one', 'command:\n', '1:1 there is no setting "command". Did you mean commands?'],
  [
    'a name that is none',
    'x: 1\n',
    '1:1 there is no setting "x". Write one of commands, keys, panels, columns.',
  ],
  ['a list in place of settings', '- a\n', '1:1 must have settings by their names, such as commands:'],
  [
    'a text in place of a list',
    'commands: whois\n',
    '1:11 commands must be a list: each begins with - name:',
  ],
  ['no name', 'commands:\n  - run: [a]\n', '2:5 commands 1 name is missing: it must be text'],
  [
    'nothing to run',
    'commands:\n  - name: A\n',
    '2:5 commands 1 run is missing: it must be a list of arguments: [whois, "{domain}"]',
  ],
  [
    'an empty list',
    'commands:\n  - {name: A, run: []}\n',
    '2:20 commands 1 run must name a program: [whois, "{domain}"]',
  ],
  [
    'a program without a name',
    'commands:\n  - {name: A, run: ["", a]}\n',
    '2:20 commands 1 run must name a program: [whois, "{domain}"]',
  ],
  [
    'no view',
    'commands:\n  - {name: A, run: [a], on: []}\n',
    '2:29 commands 1 on must name a view, as [websites, statistic], or be left out for all',
  ],
  [
    'a second document',
    'commands: []\n---\nkeys: {}\n',
    '2:1 begins a second document, and what stands in it is not used: take out this line',
  ],
  [
    'a number',
    'commands:\n  - name: A\n    run: [sleep, 5]\n',
    '3:18 commands 1 run 2 must be text: put it in quotes',
  ],
  [
    'a line for a shell',
    `commands:\n  - name: A\n    run: tail -f '/var/log/my site/{domain}.log' --lines=5\n`,
    '3:10 commands 1 run must be a list of arguments, which no shell reads: [tail, -f, "/var/log/my site/{domain}.log", --lines=5]',
  ],
  [
    'an unknown view',
    'commands:\n  - name: A\n    run: [a]\n    on: [website]\n',
    '4:10 commands 1 on 1 must be one of websites, dashboard, statistic, history, why, year, heatMap, sideBySide, now, lines, record. Did you mean websites?',
  ],
  [
    'two unknown names',
    'commands:\n  - {name: A, run: [a], keys: X, outptu: pager}\n',
    '2:25 commands 1: there is no setting "keys". Did you mean key?',
  ],
  [
    'an unclosed list',
    'commands:\n  - name: A\n    run: [a\n',
    '4:1 is no YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
  ['a name twice', `commands:\n${good}commands: []\n`, '4:1 is no YAML: Map keys must be unique'],
  ['bytes that are no UTF-8', 'commands: \uFFFD\n', '1:11 is not UTF-8: save the file as UTF-8'],
  [
    'a key of objects',
    '__proto__: {commands: []}\n',
    '1:1 there is no setting "__proto__". Write one of commands, keys, panels, columns.',
  ],
  [
    'a set, which has no settings',
    'panels: !!set {page}\n',
    '1:16 panels: there is no setting "page". Write one of all, tags.',
  ],
  [
    'a date, which YAML 1.1 has',
    '%YAML 1.1\n---\npanels: 2001-01-01\n',
    '3:9 panels must be a list, [page, referrer], or lists for all websites and by tag: {all: [page, referrer], tags: {shop: [page, referrer]}}',
  ],
  [
    'aliases of aliases',
    `a: &a [1,1,1,1,1,1,1,1,1]\n${['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[at]}`).join()}]\n`).join('')}`,
    '1:1 has too many aliases: write out what they repeat',
  ],
])('%s is said with its place and what would be right', (_, text, said) => {
  expect(wrongIn(text)[0]).toBe(said);
});

test('lists in lists without end are one line', () => {
  expect(wrongIn('['.repeat(50_000))).toEqual([expect.stringMatching(/^1:\d+ is nested too deeply$/)]);
});

const manyKeys = Array.from({ length: 1_900 }, (_, index) => `  none${index}: X\n`).join('');
const toMuch = '1:1 has more than 2,000 settings, names and arguments: take out what is not needed';

test('a file of more than anybody writes is one line, and one of many errors is read at once', () => {
  expect(wrongIn(`commands:\n${'  - {name: A, run: [a]}\n'.repeat(20_000)}`)).toEqual([toMuch]);
  expect(wrongIn(`commands:\n  - {name: A, run: [${'a,'.repeat(100_000)}]}\n`)).toEqual([toMuch]);
  expect(wrongIn(`keys:\n${manyKeys}${manyKeys.replaceAll('none', 'other')}`)).toEqual([toMuch]);
  const start = process.cpuUsage();
  expect(wrongIn(`keys:\n${manyKeys}`)).toHaveLength(1_900);
  // Microseconds of this process: another one that is busy takes none of them.
  expect(process.cpuUsage(start).user).toBeLessThan(5e6);
});

test('what is right beside an error is used, and of what an error breaks nothing', () => {
  const half = `commands:\n${good}  - name: Half\n    run: tail -f x\n  - name: Other\n    run: [other]\nwrong: 1\n`;
  expect(parseYours(half).yours.commands.map(({ name }) => name)).toEqual(['Whois', 'Other']);
  expect(wrongIn(half).map(line => line.slice(0, 5))).toEqual(['5:10 ', '8:1 t']);
  const broken = `commands:\n${good}x: [1\ny: 2\n`;
  expect(parseYours(broken).yours.commands).toEqual([whois]);
  // Cut off while it was written: nobody knows what would have come behind "rm".
  expect(parseYours(`commands:\n${good}  - name: Tidy\n    run: [rm, "{domain}\n`).yours.commands).toEqual(
    [],
  );
});

test.each([
  [['{domain}', 'x'], 'must name the program itself'],
  [['whois', '{domian}'], 'has {domian}, which stands for nothing'],
  [['sh', '-c', 'tail {domain}'], 'would have a shell read a value as code: write "$1" there'],
  [['/usr/bin/env', 'bash', '-lc', 'x {id}'], 'would have a shell read a value as code'],
  [['sudo', 'su', '-', 'root', '-c', 'sh', '-c', '{id}'], 'would have a shell read a value as code'],
  [['python3', '-c', 'print("{value}")'], 'would have python3 read a value as code'],
  [['awk', '-F,', '/{value}/'], 'would have awk read a value as code'],
  [['env', '-S', 'grep {value} x'], 'would have env read a value as code'],
  [['/usr/bin/env', '-iS{value}'], 'would have env read a value as code'],
  [['vim', '-c', '/{value}', 'x'], 'would have vim read a value as code'],
  [['vim', '+/{value}', 'x'], 'would have vim read a value as code'],
  [['git', '-c', 'alias.x={value}', 'x'], 'would have git read a value as code'],
])('%j is refused', (run, said) => {
  const { yours, wrong } = parseYours(JSON.stringify({ commands: [{ name: 'A', run }] }));
  expect(yours.commands).toEqual([]);
  expect(wrong[0]?.text).toContain(said);
});

test.each([
  [['grep', '--regexp={value}', '-e', '{value}', '/var/log/{domain}.log']],
  [['sh', '-c', 'tail "$1" | less', 'sh', '/var/log/{domain}.log']],
  [['awk', '-F', ',', '-v', 'p={value}', '$7 == p', '/var/log/x.log']],
  [['jq', '.rows[] | { count }', 'x.json']],
  [['env', 'SITE={domain}', 'make', 'x']],
  [['vim', '/srv/{domain}.md']],
  [['git', '-C', '/srv/{domain}', 'log', '--grep={value}']],
])('%j is right', run => {
  expect(parseYours(JSON.stringify({ commands: [{ name: 'A', run }] })).wrong).toEqual([]);
});

test.each([
  ['why: Q', { why: ['Q'] }],
  ['{why: [Q, ^T], websites.add: I}', { why: ['Q', '^T'], 'websites.add': ['I'] }],
  // Two that change places.
  ['{why: t, period.menu: w}', { why: ['t'], 'period.menu': ['w'] }],
  // Two that have one key anyway.
  ['{statistic.map: X, statistic.rows: X}', { 'statistic.map': ['X'], 'statistic.rows': ['X'] }],
])('own keys: %s', (text, keys) => {
  const found = parseYours(`keys: ${text.startsWith('{') ? text : `\n  ${text}`}\n`);
  expect(found).toEqual({ yours: { ...nothingYours, keys }, wrong: [] });
});

test.each([
  ['panels: [page, event]', { panels: { all: ['page', 'event'], tags: [] } }],
  ['columns: [id, domain]', { columns: { all: ['id', 'domain'], tags: [] } }],
  // In the order of the file, which an object keeps of no number.
  [
    'panels: {tags: {Shop: [event], 2024: [page]}}',
    {
      panels: {
        tags: [
          { tag: 'shop', names: ['event'] },
          { tag: '2024', names: ['page'] },
        ],
      },
    },
  ],
])('own panels and columns: %s', (text, found) => {
  expect(parseYours(`${text}\n`)).toEqual({ yours: { ...nothingYours, ...found }, wrong: [] });
});

const panelsShape =
  'panels must be a list, [page, referrer], or lists for all websites and by tag: {all: [page, referrer], tags: {shop: [page, referrer]}}';

test.each([
  ['panels: []', ['1:9 panels must have at least one name: [page, referrer]'], undefined],
  ['panels:', [`1:8 ${panelsShape}`], undefined],
  ['panels: page', [`1:9 ${panelsShape}`], undefined],
  ['panels: [refferrer, page]', ['1:10 panels 1 must be a known name. Did you mean referrer?'], ['page']],
  ['panels: [page, event, page]', ['1:23 panels 3 is there twice: take one page out'], ['page', 'event']],
  [
    'panels: {all: [page], tag: {}}',
    ['1:23 panels: there is no setting "tag". Did you mean tags?'],
    ['page'],
  ],
  [
    'panels: {all: [page], tags: {a b: [event]}}',
    ['1:35 panels tags a b is no tag: take letters and digits, with - _ . inside, at most 40 of them'],
    ['page'],
  ],
  [
    'panels: {all: [page], tags: {shop: [event], Shop: [page]}}',
    ['1:51 panels tags Shop is there twice: capitals make no other tag'],
    ['page'],
  ],
])('%s says what would be right, and what is right is used', (text, wrong, all) => {
  expect(wrongIn(`${text}\n`)).toEqual(wrong);
  expect(parseYours(`${text}\n`).yours.panels.all).toEqual(all);
});

test('of a list with a number, nothing, an unknown name and forty times the same, what is right is left', () => {
  const { yours, wrong } = parseYours(
    `panels: [1, null, visitors, ${Array(40).fill('page').join(', ')}, event]\nkeys: {why: Q}\n`,
  );
  expect(yours).toEqual({
    ...nothingYours,
    keys: { why: ['Q'] },
    panels: { all: ['page', 'event'], tags: [] },
  });
  expect(wrong).toHaveLength(3 + 39);
});

/** The first that are suggested, of those that no command of any screen has. */
const suggestedKeys = Array.from('XZKJQBEDHGVSTUWMNYI').filter(isFree).slice(0, 5).join(' ');

test.each([
  [
    'why: r',
    `2:8 keys why "Show why it changed" cannot have r, the key of "Refresh" (refresh). Free there are ${suggestedKeys}`,
  ],
  [
    'wyh: Q',
    '2:8 keys wyh is no command. Did you mean why? Press ? in Sitedeck: the last line says the id of the selected key',
  ],
  [
    'list.nope: Q',
    '2:14 keys list.nope is no command. Press ? in Sitedeck: the last line says the id of the selected key',
  ],
  [
    '__proto__: [X]',
    '2:14 keys __proto__ is no command. Press ? in Sitedeck: the last line says the id of the selected key',
  ],
  [
    'constructor: [X]',
    '2:16 keys constructor is no command. Press ? in Sitedeck: the last line says the id of the selected key',
  ],
  ['why: Enter', '2:8 keys why "Enter" is no key: write one such as X, ^T or F6, a sign in quotes'],
  ['why: ^C', '2:8 keys why "^C" quits everywhere: take another key'],
  [
    'why: 5',
    '2:8 keys why must be a key, such as X, ^T or F6, in quotes where it is a sign or a digit, or a list of them',
  ],
  [
    'why: []',
    '2:8 keys why must be a key, such as X, ^T or F6, in quotes where it is a sign or a digit, or a list of them',
  ],
  ['why: !', '2:9 keys why "" is no key: write one such as X, ^T or F6, a sign in quotes'],
  ['palette.choose: X', '2:19 keys palette.choose "Choose" is of a menu or a form, whose keys stay'],
  [
    'dashboard.panel1: X',
    '2:21 keys dashboard.panel1 "Go to a panel" has the number of its place, which stays',
  ],
])('own keys: %s is refused with what would be right', (text, said) => {
  expect(wrongIn(`keys:\n  ${text}\n`)).toEqual([said]);
});

test('of two that want one key the first has it, and an own command knows the keys that were chosen', () => {
  const text =
    'keys:\n  why: X\n  year: X\ncommands:\n  - {name: A, run: [a], key: X}\n  - {name: B, run: [b], key: w}\n';
  const { yours, wrong } = parseYours(text);
  expect(yours.keys).toEqual({ why: ['X'] });
  expect(yours.commands.map(({ name }) => name)).toEqual(['B']);
  expect(wrong.map(({ line, text: said }) => `${line} ${said.slice(0, 80)}`)).toEqual([
    '3 keys year "Show the year" cannot have X, the key of "Show why it changed" (why).',
    '5 commands 1 key "A" cannot have X, the key of "Show why it changed" (why). Free t',
  ]);
});

test('a file that cannot be read is one clear line, and takes no time', async () => {
  const folder = temporaryFolder();
  const path = yoursPath(folder);
  const line = async () => wrongLine(path, await readYours(path));
  expect(await line()).toBeUndefined();
  mkdirSync(path);
  expect(await line()).toBe(`${path} cannot be read: it is a folder, move it away.`);
  rmSync(path, { recursive: true });
  symlinkSync('/dev/zero', path);
  expect(await line()).toBe(`${path} cannot be read: it is no ordinary file, move it away.`);
  rmSync(path);
  const huge = `${path} is far too large: move it away.`;
  writeFileSync(path, `commands:\n${'  - {name: A, run: [a]}\n'.repeat(20_000)}`);
  expect(await line()).toBe(huge);
  writeFileSync(path, '');
  truncateSync(path, 100_000_000);
  expect(await line()).toBe(huge);
  // An alias of an alias of ...: a hundred million values.
  const aliases = Array.from(
    { length: 8 },
    (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]\n`,
  );
  writeFileSync(path, `a0: &a0 [x]\n${aliases.join('')}`);
  expect(await line()).toBe('config.yaml:1:1: has too many aliases: write out what they repeat');
  writeFileSync(path, Buffer.from('commands:\n  - name: caf\xe9\n', 'latin1'));
  expect(await line()).toBe('config.yaml:2:14: is not UTF-8: save the file as UTF-8');
  writeFileSync(path, 'a: 1\nb: 2\nc: 3\n');
  expect(await line()).toBe(
    'config.yaml:1:1: there is no setting "a". Write one of commands, keys, panels, columns.; 2 more: sitedeck config check',
  );
  chmodSync(path, 0o666);
  expect(await line()).toBe(
    `Other people on this machine can write ${path}, which says what is run: run  chmod go-w ${path}`,
  );
});

test('a change is seen: by a write, by a file put in its place, behind a link, and when it comes or goes', async () => {
  const folder = join(temporaryFolder(), 'config');
  const path = yoursPath(folder);
  let seen = 0;
  onTestFinished(watchYours(path, () => (seen += 1)));
  const expectSeen = async (count: number, change: () => void) => {
    change();
    await vi.waitFor(() => expect(seen).toBe(count), { timeout: 10_000, interval: 10 });
  };
  await expectSeen(1, () => {
    mkdirSync(folder);
    writeFileSync(path, 'a');
  });
  await expectSeen(2, () => writeFileSync(path, 'ab'));
  await expectSeen(3, () => {
    writeFileSync(`${path}.new`, 'abc');
    renameSync(`${path}.new`, path);
  });
  const elsewhere = join(temporaryFolder(), 'mine.yaml');
  writeFileSync(elsewhere, 'abcd');
  await expectSeen(4, () => {
    rmSync(path);
    symlinkSync(elsewhere, path);
  });
  await expectSeen(5, () => writeFileSync(elsewhere, 'abcde'));
  await expectSeen(6, () => rmSync(path));
});

test('the schema for editors, in the package, is that of the program', () => {
  const file = join(builtProgram, '..', 'config.schema.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(yoursJsonSchema());
  expect(yoursJsonSchema()).toMatchObject({
    type: 'object',
    additionalProperties: false,
    properties: { commands: { items: { required: ['name', 'run'] } } },
  });
});
