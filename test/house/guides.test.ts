import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome } from '../helpers/home.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Stands after what each module prints. */
const mark = '--- next ---\n';

/** A module that runs others. What one throws is printed as its own, and timers that one leaves are not waited for. */
const runEach = (files: readonly string[]) => `
  for (const file of ${JSON.stringify(files)}) {
    await import(file).catch(console.error);
    process.stdout.write(${JSON.stringify(mark)});
    process.stderr.write(${JSON.stringify(mark)});
  }
  process.exit();
`;

/** A copy of the program's source, in which the guides of CONTRIBUTING are followed. */
function copyOfSource() {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-guide-'));
  for (const name of ['src', 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const home = makeHome();
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  return {
    write,
    remove() {
      rmSync(folder, { recursive: true, force: true });
      home.remove();
    },
    /** Fails where the text is not there once. */
    replace(path: string, text: string, by: string) {
      const parts = read(path).split(text);
      expect([path, text, parts.length]).toEqual([path, text, 2]);
      write(path, parts.join(by));
    },
    /** The files that do not compile. */
    wrongFiles() {
      // Several threads would each check what they share, and collecting garbage saves memory that is free again at once.
      const { stdout } = spawnSync(
        join(root, 'node_modules/.bin/tsc'),
        ['--noEmit', '--pretty', 'false', '--singleThreaded'],
        { cwd: folder, env: { ...process.env, GOGC: 'off' }, encoding: 'utf8' },
      );
      return [...new Set(stdout.match(/^[^\s(]+(?=\(\d+,\d+\): error)/gm))].toSorted();
    },
    /** What each module prints, one after the other in one process and a home of its own; they may import those of the copy. */
    run(modules: readonly string[]): readonly Printed[] {
      const files = modules.map((_, at) => `./guide${at}.mjs`);
      files.forEach((file, at) => write(file, modules[at] ?? ''));
      write('guides.mjs', runEach(files));
      const { stdout, stderr } = spawnSync(process.execPath, ['guides.mjs'], {
        cwd: folder,
        env: home.env,
        encoding: 'utf8',
      });
      const [printed, wrong] = [stdout.split(mark), stderr.split(mark)];
      return modules.map((_, at) => ({ stdout: printed[at] ?? '', stderr: wrong[at] ?? 'It did not end.' }));
    },
  };
}

/** The example of CONTRIBUTING that begins with the path of its file. */
function example(path: string): string {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const code = text.split('```').find(block => block.startsWith(`ts\n// ${path}\n`));
  expect(code, `CONTRIBUTING has an example of ${path}`).toBeDefined();
  return code?.replace(/^ts\n/, '') ?? '';
}

const copy = copyOfSource();
afterAll(copy.remove);

beforeAll(() => {
  addSubcommand();
  addScreen();
  addColumns();
  addStatistic();
  addFormats();
});

/** Leaves a file as it was beside the one that a guide changes: it lacks what the guide asks for. */
function keepAs(name: string, path: string): void {
  copy.write(join(dirname(path), name), readFileSync(join(root, path), 'utf8'));
}

/** Calls a command line after the other, and says how it starts. */
const commandLines = (...lines: readonly string[][]) => `
  import { runCommand } from '#cli/run.ts';
  import { readStart } from '#cli/commandLine.ts';
  for (const args of ${JSON.stringify(lines)}) {
    console.log(readStart(args).kind);
    await runCommand(args, '0.0.0', {});
  }
`;

function addSubcommand(): void {
  const definition = example('src/cli/numbers/pages.ts');
  const table = 'src/cli/subcommands.ts';
  copy.write('src/cli/numbers/pages.ts', definition);
  copy.replace(table, '\n  report,\n', '\n  report,\n  pages,\n');
  copy.replace(
    table,
    'import { report } from',
    "import { pages } from './numbers/pages.ts';\nimport { report } from",
  );

  // A definition that lacks a piece does not compile; one without its heading is refused by the table.
  for (const piece of ['description', 'arguments', 'options', 'examples', 'docs'])
    copy.write(
      `src/cli/numbers/no_${piece}.ts`,
      definition.replace(new RegExp(`^  ${piece}: .*\\n`, 'm'), ''),
    );
  copy.write('src/cli/numbers/no_run.ts', definition.replace(/^  async run[\s\S]*?^  \},\n/m, ''));
  copy.write(
    'src/cli/noHeading.ts',
    `import { pages } from './numbers/no_docs.ts';
     import type { ListedSubcommand } from './subcommand.ts';
     export const table: Readonly<Record<string, ListedSubcommand>> = { pages };`,
  );
}

const helloIndex = `import type { ScreenDefinition } from '#screens/definition.ts';
import { safeText } from '#text/safeText.ts';
import { helloKeys } from './commands.ts';

export const helloScreen: ScreenDefinition<'hello'> = {
  screen: 'hello',
  view: async () => (await import('./Screen.tsx')).HelloScreen,
  ...helloKeys,
  title: (_, { websiteId }) => [safeText(websiteId)],
};
`;
const helloCommands = `import type { ScreenKeys } from '#commands/command.ts';

export const helloKeys: ScreenKeys = {
  commands: [{ id: 'hello.wave', keys: ['W'], title: 'wave to all', about: 'Says hello to everybody.', run: ({ state }) => state.notices.say('Hello.') }],
};
`;
const helloView = `import { Line } from '#components/Line.tsx';
import { useAppState } from '#screens/storeView.ts';
import { safeText } from '#text/safeText.ts';

export function HelloScreen({ websiteId }: { readonly websiteId: string }) {
  const { columns } = useAppState(state => state.viewport);
  return <Line parts={[{ text: safeText(websiteId) }]} width={columns} />;
}
`;
const helloRun = `
  import { connectTo } from '#api/open.ts';
  import { phpAnalytics } from '#api/phpAnalytics/adapter.ts';
  import { capabilities } from '#api/phpAnalytics/capabilities.ts';
  import { dispatchKey, helpOf, paletteOf, screenOf } from '#commands/registry.ts';
  import { createStore } from '#store/createStore.ts';
  const services = {
    api: connectTo(phpAnalytics, { baseUrl: 'http://127.0.0.1:9', apiKey: 'key', capabilities }),
    profile: { name: 'test', readOnly: false },
    today: () => '2026-11-20',
    now: Date.now,
    timeZone: 'UTC',
  };
  const store = createStore(services, { columns: 80, rows: 24 }, screenOf);
  const listed = () => [
    helpOf(store.getState()).filter(({ action }) => action === 'wave to all').map(({ keys, action, section }) => ({ keys, action, section })),
    paletteOf(store.getState()).filter(({ title }) => title === 'wave to all').map(({ key }) => key),
  ];
  const found = [listed()];
  store.getState().navigation.push({ screen: 'hello', websiteId: '7' });
  dispatchKey('W', store, services);
  const [keys] = listed();
  store.getState().navigation.push({ screen: 'palette' });
  found.push([keys, listed()[1]], store.getState().notices.current.text, screenOf('hello').title(undefined, { websiteId: '7' }));
  console.log(JSON.stringify(found));
`;

function addScreen(): void {
  const registry = 'src/commands/registry.ts';
  const list = readFileSync(join(root, registry), 'utf8');
  const help = "  | { readonly screen: 'help' }\n";
  copy.replace(
    'src/store/navigation/route.ts',
    help,
    `${help}  | { readonly screen: 'hello'; readonly websiteId: string }\n`,
  );
  copy.write('src/screens/hello/index.ts', helloIndex);
  copy.write('src/screens/hello/commands.ts', helloCommands);
  copy.write('src/screens/hello/Screen.tsx', helloView);
  copy.replace(
    registry,
    '  helpScreen({ rowsOf: helpOf, found: foundOfHelp }),\n',
    '  helpScreen({ rowsOf: helpOf, found: foundOfHelp }),\n  helloScreen,\n',
  );
  copy.replace(
    registry,
    'import { foundRows, helpScreen, ',
    "import { helloScreen } from '#screens/hello/index.ts';\nimport { foundRows, helpScreen, ",
  );

  // The list without the line; the definition without a route, its view or its keys, and with a view of another route.
  const views = "import('./Screen.tsx')).HelloScreen";
  const otherView = helloView.replaceAll('websiteId', 'name');
  copy.write('src/commands/noLine.ts', list);
  copy.write('src/screens/hello/noRoute.ts', helloIndex.replaceAll("'hello'", "'nowhere'"));
  copy.write('src/screens/hello/noView.ts', helloIndex.replace(/^  view: .*\n/m, ''));
  copy.write(
    'src/screens/hello/noKeys.ts',
    helloIndex.replace("import { helloKeys } from './commands.ts';\n", '').replace('  ...helloKeys,\n', ''),
  );
  copy.write('src/screens/hello/OtherView.tsx', otherView);
  copy.write(
    'src/screens/hello/otherView.ts',
    helloIndex.replace(views, views.replace('./Screen', './OtherView')),
  );
}

/** One of numbers, one of a field. */
function addColumns(): void {
  const list = 'src/store/websites/listLayout.ts';
  const [numbers, fields] = ['src/screens/websites/cells.ts', 'src/screens/websites/cells.ts'];
  keepAs('noNumberCell.ts', numbers);
  keepAs('noFieldCell.ts', fields);
  copy.replace(
    list,
    "\n  { key: 'id',",
    `\n  { key: 'views', title: 'A VISITOR', width: 9, priority: 0, reads: ['visitors', 'pageviews'] },
  { key: 'ips', title: 'ADDRESSES', width: 9, priority: 0 },
  { key: 'id',`,
  );
  copy.replace(
    numbers,
    'pageviews: pageviews === undefined ? missing',
    `views: { text: countText((pageviews?.total ?? 0) / (visitors?.total ?? 1)) },
    pageviews: pageviews === undefined ? missing`,
  );
  copy.replace(
    fields,
    '\n    id: dim(',
    "\n    ips: { text: safeText(website.excludeIps ?? '') },\n    id: dim(",
  );
}
const columnsRun = `
  import { capabilities } from '#api/phpAnalytics/capabilities.ts';
  import { measuresOfColumns, shownColumns } from '#store/websites/listLayout.ts';
  const columns = (width, overview) =>
    shownColumns(
      { viewport: { columns: width, rows: 24 }, capabilities, overview: { on: overview }, websites: { list: {}, rows: [] }, tags: { all: new Map() }, introduction: { isOffered: false } },
      overview,
      true,
    ).map(({ key }) => key);
  console.log(
    JSON.stringify([
      columns(170, true),
      columns(170, false),
      columns(80, true),
      measuresOfColumns([{ key: 'ips' }], { lines: 1, pane: 0 }),
      measuresOfColumns([{ key: 'views' }], { lines: 1, pane: 0 }),
    ]),
  );
`;

/** Page views by the day of the week. */
function addStatistic(): void {
  const sources = {
    titles: 'src/model/service/capabilities.ts',
    number: 'src/server/database/counts.ts',
    counted: 'src/api/phpAnalytics/capabilities.ts',
  };
  for (const [piece, path] of Object.entries(sources)) keepAs(`no_${piece}.ts`, path);
  const behind = (path: string, text: string, added: string) => copy.replace(path, text, `${text}\n${added}`);
  const names = 'src/model/statistics/statistics.ts';
  copy.replace(names, 'export const offeredStatistics = [', "export const offeredStatistics = ['weekday', ");
  behind(
    sources.titles,
    "  status: { title: 'Answers', singular: 'status', kind: 'rows', family: 'technology' },",
    "  weekday: { title: 'Weekdays', singular: 'weekday', kind: 'rows', family: 'technology' },",
  );
  behind(sources.number, '  status: 20,', '  weekday: 9_999,');
  behind(sources.counted, "  status: 'requests',", "  weekday: 'page views',");
  behind(
    'src/logs/count/LogCounter.ts',
    "    site.add('pageviews', day, '');",
    "    site.add('weekday', day, String((day + 3) % 7));",
  );
}
const statisticRun = `
  import { writeFileSync } from 'node:fs';
  import { capabilities, withOffered } from '#api/phpAnalytics/capabilities.ts';
  import { panelsOf } from '#model/service/capabilities.ts';
  import { runCommand } from '#cli/run.ts';
  const has = known => panelsOf(known).includes('weekday');
  console.log(has(capabilities), has(withOffered(capabilities, 'weekday')));
  const log = '192.0.2.1 - - [10/Nov/2026:05:00:00 +0000] "GET / HTTP/1.1" 200 512 "-" "Mozilla/5.0 Firefox/140.0"';
  writeFileSync('access.log', log + '\\n');
  await runCommand(['complete-words', '--', 'stats', '--profile', 'logs', 'one.example.com', 'week'], '0.0.0', {});
  await runCommand(['import', 'one.example.com', 'access.log'], '0.0.0', {});
  const day = ['--from', '2026-11-10', '--to', '2026-11-10'];
  const within = ['stats', 'one.example.com', 'weekday', ...day, '--profile', 'logs', '--where', 'browser=Firefox'];
  await runCommand(within, '0.0.0', {});
  await runCommand(['stats', 'one.example.com', 'weekday', ...day, '--profile', 'logs', '--format', 'csv'], '0.0.0', {});
`;

/** One of text, one of JSON. */
function addFormats(): void {
  copy.replace(
    'src/logs/formats/formats.ts',
    "  {\n    name: 'HAProxy',",
    String.raw`  {
    name: 'Rover',
    example: 'example.com|203.0.113.7|2026-11-10T08:00:00Z|200|GET /a HTTP/1.1',
    pattern: /^(?<host>[^|]*)\|(?<address>[^|]*)\|(?<time>[^|]*)\|(?<status>\d{3})\|(?<request>[^|]*)$/,
  },
  {
    name: 'Rover JSON',
    example: '{"rover":1,"when":1794297600,"who":"203.0.113.7","client":"a","how":"GET","where":"/a","end":200,"wait":7}',
    key: 'rover',
    fields: { time: 'when', address: 'who', agent: 'client', method: 'how', target: 'where', status: 'end', took: 'wait' },
    unit: 'us',
  },
  {
    name: 'HAProxy',`,
  );
}
const formatRun = `
  import { formats } from '#logs/formats/formats.ts';
  import { LineReader } from '#logs/formats/LineReader.ts';
  const read = formats
    .filter(({ name }) => name.startsWith('Rover'))
    .map(({ example }) => new LineReader().read(example))
    .map(({ format, time, head, request, status, agent, took }) => [format, time, head, request, status, agent, took]);
  console.log(JSON.stringify(read));
`;

const busyMachine = 240_000;

const runs = {
  subcommand: commandLines(
    ['pages', 'shop.example.com', '--rows', '7'],
    ['complete-words', '--', 'pa'],
    ['--help'],
  ),
  screen: helloRun,
  column: columnsRun,
  statistic: statisticRun,
  format: formatRun,
};
let prints: readonly Printed[] = [];
beforeAll(() => {
  prints = copy.run(Object.values(runs));
}, busyMachine);

function printed(guide: keyof typeof runs): Printed {
  return prints[Object.keys(runs).indexOf(guide)] ?? { stdout: '', stderr: 'It did not run.' };
}

test(
  'what the guides say compiles; with a piece left out it does not',
  () => {
    expect(copy.wrongFiles()).toEqual([
      'src/api/phpAnalytics/no_counted.ts',
      'src/cli/noHeading.ts',
      'src/cli/numbers/no_arguments.ts',
      'src/cli/numbers/no_description.ts',
      'src/cli/numbers/no_examples.ts',
      'src/cli/numbers/no_options.ts',
      'src/cli/numbers/no_run.ts',
      'src/commands/noLine.ts',
      'src/model/service/no_titles.ts',
      'src/screens/hello/noKeys.ts',
      'src/screens/hello/noRoute.ts',
      'src/screens/hello/noView.ts',
      'src/screens/hello/otherView.ts',
      'src/screens/websites/noFieldCell.ts',
      'src/screens/websites/noNumberCell.ts',
      'src/server/database/no_number.ts',
    ]);
  },
  busyMachine,
);

test(
  'a subcommand is a definition and a line in the table: it runs, and help and completion list it',
  () => {
    const { stdout, stderr } = printed('subcommand');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^command\n7 pages of shop\.example\.com\ncommand\npages\ncommand\nUsage: /);
    expect(stdout).toMatch(/^  pages +print the pages that are read most$/m);
  },
  busyMachine,
);

test(
  'a screen is its route, its folder and a line in the list: its keys work, and help and palette list them',
  () => {
    const { stdout, stderr } = printed('screen');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([
      [[], []],
      [[{ keys: ['W'], action: 'wave to all', section: 'This website' }], ['W']],
      'Hello.',
      ['7'],
    ]);
  },
  busyMachine,
);

test(
  'a column is a line and a cell: a wide list shows it, and what it reads is read',
  () => {
    const { stdout, stderr } = printed('column');
    expect(stderr).toBe('');
    const [wide, withoutNumbers, narrow, ofField, ofNumbers] = JSON.parse(stdout);
    expect(wide.slice(-4)).toEqual(['added', 'views', 'ips', 'id']);
    expect(withoutNumbers.slice(-3)).toEqual(['added', 'ips', 'id']);
    expect(narrow).toEqual(['domain', 'attention', 'days', 'visitors', 'change', 'privacy']);
    expect([ofField, ofNumbers]).toEqual([[], ['visitors', 'pageviews']]);
  },
  busyMachine,
);

test(
  'a statistic is a name that logs offer, what the types ask for and its count: a service that does not offer it is not asked',
  () => {
    const { stdout, stderr } = printed('statistic');
    const why = 'sitedeck: Weekdays: not a value of each visit, so not within a filter.';
    expect(stderr).toBe(`They are used from now on, in place of the demo.\n${why}\n`);
    const [isEverywhere, ...lines] = stdout.split('\n');
    expect([isEverywhere, lines[0]]).toEqual(['false true', 'weekday']);
    // A Tuesday.
    expect(lines.at(-2)).toBe('weekday,1,1,1,page views');
  },
  busyMachine,
);

test(
  'a format of logs is an entry with its example, of text or of JSON',
  () => {
    const { stdout, stderr } = printed('format');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([
      ['Rover', 1_794_297_600, 'example.com\n203.0.113.7', 'GET /a HTTP/1.1', 200, null, null],
      ['Rover JSON', 1_794_297_600, '\n203.0.113.7', 'GET /a HTTP/1.1', 200, 'a', 7],
    ]);
  },
  busyMachine,
);
