import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of the program's source, in which the guides of CONTRIBUTING are followed. */
function copyOfSource() {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-guide-'));
  for (const name of ['src', 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  return {
    write,
    remove: () => rmSync(folder, { recursive: true, force: true }),
    /** Fails where the text is not there once. */
    replace(path: string, text: string, by: string) {
      const parts = read(path).split(text);
      expect([path, text, parts.length]).toEqual([path, text, 2]);
      write(path, parts.join(by));
    },
    /** The files that do not compile. */
    wrongFiles() {
      const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['--noEmit', '--pretty', 'false'], {
        cwd: folder,
        encoding: 'utf8',
      });
      return [...new Set(stdout.match(/^[^\s(]+(?=\(\d+,\d+\): error)/gm))].toSorted();
    },
    /** What a module prints; it may import those of the copy. */
    run(module: string) {
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', module], {
        cwd: folder,
        encoding: 'utf8',
      });
      return { stdout, stderr };
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
});

/** Calls a command line after the other, and says how it starts. */
const commandLines = (...lines: readonly string[][]) => `
  import { runCommand } from '#headless/runCommand.ts';
  import { readStart } from './src/arguments.ts';
  for (const args of ${JSON.stringify(lines)}) {
    console.log(readStart(args).kind);
    await runCommand(args, '0.0.0', {});
  }
`;

function addSubcommand(): void {
  const definition = example('src/headless/commands/pages.ts');
  const table = 'src/headless/subcommands.ts';
  copy.write('src/headless/commands/pages.ts', definition);
  copy.write(
    'src/headless/pages/printPages.ts',
    `import { print } from '#headless/output/stdout.ts';
     export async function printPages(site: string, { rows }: { readonly rows: number }): Promise<void> {
       await print(\`\${rows + 1} \${site.length}\\n\`);
     }`,
  );
  copy.replace(table, '\n  report,\n', '\n  report,\n  pages,\n');
  copy.replace(
    table,
    'import { report } from',
    "import { pages } from './commands/pages.ts';\nimport { report } from",
  );

  // A definition that lacks a piece does not compile; one without its heading is refused by the table.
  for (const piece of ['description', 'arguments', 'options', 'readme'])
    copy.write(
      `src/headless/commands/no_${piece}.ts`,
      definition.replace(new RegExp(`^  ${piece}: .*\\n`, 'm'), ''),
    );
  copy.write('src/headless/commands/no_run.ts', definition.replace(/^  async run[\s\S]*?^  \},\n/m, ''));
  copy.write(
    'src/headless/noHeading.ts',
    `import { pages } from './commands/no_readme.ts';
     import type { ListedSubcommand } from './defineSubcommand.ts';
     export const table: Readonly<Record<string, ListedSubcommand>> = { pages };`,
  );
}

const helloIndex = `import type { ScreenDefinition } from '#screens/definition.ts';
import { safeText } from '#terminal/safeText.ts';
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
  commands: [{ id: 'hello.wave', keys: ['W'], title: 'wave to all', run: ({ state }) => state.notices.say('Hello.') }],
};
`;
const helloView = `import { Line } from '#components/Line.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { safeText } from '#terminal/safeText.ts';

export function HelloScreen({ websiteId }: { readonly websiteId: string }) {
  const { columns } = useAppState(state => state.viewport);
  return <Line parts={[{ text: safeText(websiteId) }]} width={columns} />;
}
`;
const helloRun = `
  import { createApi } from '#api/createApi.ts';
  import { dispatchKey } from '#commands/dispatch.ts';
  import { helpOf, paletteOf, screenOf } from '#commands/registry.ts';
  import { createStore } from '#store/core/createStore.ts';
  const services = {
    api: createApi({ baseUrl: 'http://127.0.0.1:9', apiKey: 'key' }),
    profile: { name: 'test', kind: 'service', readOnly: false },
    today: () => '2026-11-20',
    now: Date.now,
    timeZone: 'UTC',
  };
  const store = createStore(services, { columns: 80, rows: 24 }, screenOf);
  const listed = () => [
    helpOf(store.getState()).filter(({ does }) => does === 'wave to all'),
    paletteOf(store.getState()).filter(({ title }) => title === 'wave to all').map(({ key }) => key),
  ];
  const found = [listed()];
  store.getState().navigation.push({ screen: 'hello', websiteId: '7' });
  dispatchKey('W', store, services);
  store.getState().navigation.push({ screen: 'palette' });
  found.push(listed(), store.getState().notices.current.text, screenOf('hello').title(undefined, { websiteId: '7' }));
  console.log(JSON.stringify(found));
  process.exit();
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
  copy.replace(registry, '  helpScreen(helpOf),\n', '  helpScreen(helpOf),\n  helloScreen,\n');
  copy.replace(
    registry,
    'import { helpScreen } from',
    "import { helloScreen } from '#screens/hello/index.ts';\nimport { helpScreen } from",
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

const busyMachine = 120_000;

test(
  'what the guides say compiles; with a piece left out it does not',
  () => {
    expect(copy.wrongFiles()).toEqual([
      'src/commands/noLine.ts',
      'src/headless/commands/no_arguments.ts',
      'src/headless/commands/no_description.ts',
      'src/headless/commands/no_options.ts',
      'src/headless/commands/no_run.ts',
      'src/headless/noHeading.ts',
      'src/screens/hello/noKeys.ts',
      'src/screens/hello/noRoute.ts',
      'src/screens/hello/noView.ts',
      'src/screens/hello/otherView.ts',
    ]);
  },
  busyMachine,
);

test(
  'a subcommand is a definition and a line in the table: it runs, and help and completion list it',
  () => {
    const { stdout, stderr } = copy.run(
      commandLines(['pages', 'shop.example.com', '--rows', '7'], ['complete-words', '--', 'pa'], ['--help']),
    );
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^command\n8 16\ncommand\npages\ncommand\nUsage: /);
    expect(stdout).toMatch(/^  pages \[options\] <SITE> +print the pages that are read most$/m);
  },
  busyMachine,
);

test(
  'a screen is its route, its folder and a line in the list: its keys work, and help and palette list them',
  () => {
    const { stdout, stderr } = copy.run(helloRun);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([
      [[], []],
      [[{ keys: 'W', does: 'wave to all', section: 'This view' }], ['W']],
      'Hello.',
      ['7'],
    ]);
  },
  busyMachine,
);
