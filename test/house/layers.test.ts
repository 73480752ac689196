import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, mkdirSync, writeFileSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Report {
  readonly number_of_files: number;
  readonly diagnostics: readonly { readonly filename: string; readonly code: string }[];
}

type File = readonly [path: string, source: string];

/** The rules that each file breaks, by the project's own lint, in a tree like ours: "src/model/a.ts", and "a1.ts" beside it. */
function lint(files: readonly File[]): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-lint-'));
  mkdirSync(join(folder, 'build'));
  for (const file of ['.oxlintrc.json', 'build/layers.js'])
    copyFileSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const paths = files.map(([path], at) => {
    const isThere = files.slice(0, at).some(([before]) => before === path);
    return isThere ? path.replace(/\.tsx?$/, `${at}$&`) : path;
  });
  for (const [at, path] of paths.entries()) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), files[at]?.[1] ?? '');
  }
  const command = join(root, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(command, ['--format', 'json', 'src'], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true, force: true });
  const { diagnostics, number_of_files: count }: Report = JSON.parse(stdout);
  expect(count).toBe(files.length);
  return paths.map(path => diagnostics.filter(({ filename }) => filename === path).map(({ code }) => code));
}

const forbidden: readonly [string, string][] = [
  ['src/text/a.ts', '#model/period/day.ts'],
  ['src/text/a.ts', '#terminal/session.ts'],
  ['src/model/a.ts', '#api/api.ts'],
  ['src/model/a.ts', '#system/files.ts'],
  ['src/model/a.ts', '#terminal/session.ts'],
  ['src/model/a.ts', 'react'],
  ['src/charts/a.ts', '#model/day.ts'],
  ['src/terminal/a.ts', '#store/state.ts'],
  ['src/api/a.ts', '#store/state.ts'],
  ['src/api/a.ts', '#config/paths.ts'],
  ['src/api/a.ts', '#server/openService.ts'],
  ['src/server/a.ts', '#api/phpAnalytics/createApi.ts'],
  ['src/server/a.ts', '#logs/index.ts'],
  ['src/server/a.ts', '#terminal/session.ts'],
  ['src/logs/a.ts', '#api/api.ts'],
  ['src/logs/a.ts', '#config/paths.ts'],
  ['src/logs/a.ts', '#server/openService.ts'],
  ['src/logs/a.ts', '#server/demo/demoTables.ts'],
  ['src/cli/a.ts', '#logs/import/importLogs.ts'],
  ['src/app/a.ts', '#logs/follow/followLogs.ts'],
  ['src/cli/a.ts', '#logs/storage/sources.ts'],
  ['src/system/a.ts', '#config/paths.ts'],
  ['src/queries/a.ts', '#api/phpAnalytics/createApi.ts'],
  ['src/queries/a.ts', '#store/state.ts'],
  ['src/store/a.ts', '#api/phpAnalytics/createApi.ts'],
  ['src/store/a.ts', '#terminal/session.ts'],
  ['src/store/a.ts', '#api/open.ts'],
  ['src/components/a.ts', '#store/state.ts'],
  ['src/commands/a.ts', '#api/phpAnalytics/createApi.ts'],
  ['src/commands/a.ts', '#screens/websites/Screen.tsx'],
  ['src/commands/a.ts', '#screens/websites/commands.ts'],
  ['src/commands/a.ts', '#components/Line.tsx'],
  ['src/screens/a.ts', '#api/phpAnalytics/createApi.ts'],
  ['src/screens/a.ts', '#api/open.ts'],
  ['src/screens/a/b.ts', '../words.ts'],
  ['src/screens/a.ts', 'ink'],
  ['src/screens/a.tsx', 'ink'],
  ['src/screens/a.ts', '#components/Line.tsx'],
  ['src/screens/a.ts', '#screens/storeView.ts'],
  ['src/screens/a.ts', '#commands/dispatch.ts'],
  ['src/api/a.ts', '#cli/output/stdout.ts'],
  ['src/config/a.ts', '#api/open.ts'],
  ['src/cli/a.ts', '#store/state.ts'],
  ['src/cli/a.ts', 'ink'],
  ['src/app/openProfile.ts', '#cli/withService.ts'],
];

const allowed: readonly File[] = [
  ['src/api/a.ts', "import { a } from '#model/period/day.ts';\nexport const b = a;\n"],
  ['src/store/a.ts', "import type { a } from '#api/api.ts';\nexport type B = a;\n"],
  ['src/cli/a.ts', "import { a } from '#queries/ask.ts';\nexport const b = a;\n"],
  ['src/screens/a.tsx', "import { a } from '#components/Line.tsx';\nexport const b = a;\n"],
  ['src/screens/a.ts', "import type { a } from '#components/Line.tsx';\nexport type B = a;\n"],
  ['src/screens/a/index.ts', "export const view = async () => await import('./Screen.tsx');\n"],
  ['src/commands/a.ts', "import { a } from '#screens/websites/index.ts';\nexport const b = a;\n"],
  ['src/cli/a.ts', "import { a } from '#logs/index.ts';\nexport const b = a;\n"],
  ['src/logs/a.ts', "import { a } from '#server/database/Database.ts';\nexport const b = a;\n"],
  ['src/logs/storage/a.ts', "export const a = 'select * from website';\n"],
  ['src/server/database/a.ts', "export const a = 'delete from website';\n"],
  ['src/cli/a.ts', "export const a = 'Select a website from the list, or update it';\n"],
  ['src/screens/a.ts', "import type { a } from '#commands/command.ts';\nexport type B = a;\n"],
];

let broken: readonly string[][] = [];
beforeAll(() => {
  const files = forbidden.map(([path, specifier]): File => [
    path,
    `import { a } from '${specifier}';\nexport const b = a;\n`,
  ]);
  broken = lint(files);
});

test.each(forbidden.map(([path, specifier], at) => [path, specifier, at] as const))(
  '%s may not import %s',
  (_, _specifier, at) => {
    expect(broken[at]).toEqual(['layers(imports)']);
  },
);

test('what is loaded later is held to the same', () => {
  const later = (path: string): string => `export const a = async () => await import('${path}');\n`;
  expect(
    lint([
      ['src/cli/a.ts', later('#logs/views/NowReader.ts')],
      ['src/logs/a.ts', later('#server/openService.ts')],
      ['src/cli/b.ts', later('#logs/index.ts')],
    ]),
  ).toEqual([['layers(imports)'], ['layers(imports)'], []]);
});

test('statements for the database stand in three places only', () => {
  const statements = [
    'select id from website',
    'insert into website (id) values (1)',
    'update website set id = 1',
    'delete from website where id = 1',
    'create table a (b)',
  ];
  const files = ['src/cli', 'src/server', 'src/server/demo', 'src/logs/import'].flatMap(folder =>
    statements.map((sql): File => [`${folder}/a.ts`, `export const a = (b: string) => \`${sql} \${b}\`;\n`]),
  );
  expect(lint(files)).toEqual(files.map(() => ['layers(sql)']));
});

test('what the table of layers allows passes', () => {
  expect(lint(allowed)).toEqual(allowed.map(() => []));
});
