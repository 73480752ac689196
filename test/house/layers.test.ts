import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, expectTypeOf, test } from 'vitest';
import type { ProfileInfo } from '#store/profile/services.ts';
import { temporaryFolder } from '../helpers/temporaryFolder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Report {
  readonly number_of_files: number;
  readonly diagnostics: readonly { readonly filename: string; readonly code: string }[];
}

type File = readonly [path: string, source: string];

/** The rules that each file breaks, by the project's own lint, in a tree like ours: "src/model/a.ts", and "a1.ts" beside it. */
function lint(files: readonly File[]): string[][] {
  const folder = temporaryFolder();
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
  const { diagnostics, number_of_files: count }: Report = JSON.parse(stdout);
  expect(count).toBe(files.length);
  return paths.map(path => diagnostics.filter(({ filename }) => filename === path).map(({ code }) => code));
}

const forbidden: readonly (readonly [string, ...string[]])[] = [
  ['src/text/a.ts', '#model/period/day.ts', '#terminal/session.ts'],
  ['src/model/a.ts', '#api/api.ts', '#system/files.ts', '#terminal/session.ts', 'react'],
  ['src/charts/a.ts', '#model/day.ts'],
  ['src/terminal/a.ts', '#store/state.ts'],
  ['src/api/a.ts', '#store/state.ts', '#config/paths.ts', '#server/openService.ts', '#cli/output/streams.ts'],
  ['src/server/a.ts', '#api/phpAnalytics/createApi.ts', '#logs/index.ts', '#terminal/session.ts'],
  [
    'src/logs/a.ts',
    '#api/api.ts',
    '#config/paths.ts',
    '#server/openService.ts',
    '#server/demo/demoTables.ts',
  ],
  ['src/cli/a.ts', '#logs/import/importLogs.ts', '#logs/storage/sources.ts', '#store/state.ts', 'ink'],
  ['src/app/a.ts', '#logs/follow/followLogs.ts'],
  ['src/system/a.ts', '#config/paths.ts'],
  ['src/queries/a.ts', '#api/phpAnalytics/createApi.ts', '#store/state.ts'],
  ['src/store/a.ts', '#api/phpAnalytics/createApi.ts', '#terminal/session.ts', '#api/open.ts'],
  ['src/components/a.ts', '#store/state.ts'],
  [
    'src/commands/a.ts',
    '#api/phpAnalytics/createApi.ts',
    '#screens/websites/Screen.tsx',
    '#screens/sharing.ts',
    '#components/Line.tsx',
  ],
  [
    'src/screens/a.ts',
    '#api/phpAnalytics/createApi.ts',
    '#api/open.ts',
    'ink',
    '#components/Line.tsx',
    '#screens/storeView.ts',
    '#commands/registry.ts',
  ],
  ['src/screens/a/b.ts', '../words.ts'],
  ['src/screens/a.tsx', 'ink'],
  ['src/config/a.ts', '#api/open.ts'],
  ['src/app/openProfile.ts', '#cli/withService.ts'],
];

const allowed: readonly File[] = [
  ['src/api/a.ts', "import { a } from '#model/period/day.ts';\nexport const b = a;\n"],
  ['src/store/a.ts', "import type { a } from '#api/api.ts';\nexport type B = a;\n"],
  ['src/cli/a.ts', "import { a } from '#queries/answers/request.ts';\nexport const b = a;\n"],
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

test('what the table of layers does not have may not be imported', () => {
  const files = forbidden.flatMap(([path, ...specifiers]) =>
    specifiers.map((from): File => [path, `import { a } from '${from}';\nexport const b = a;\n`]),
  );
  const broken = lint(files).map((rules, at) => [...(files[at] ?? []), ...rules]);
  expect(broken).toEqual(files.map(file => [...file, 'layers(imports)']));
});

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

test('store and screens are told no kind of the profile in use: its capabilities say what it is', () => {
  expectTypeOf<ProfileInfo>().not.toHaveProperty('kind');
});
