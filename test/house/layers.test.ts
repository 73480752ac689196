import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, mkdirSync, writeFileSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the project's own lint says of one file in a tree like ours. */
function lint(path: string, source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), source);
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/oxlint'), [path], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

const forbidden: readonly [string, string][] = [
  ['src/model/a.ts', '#api/api.ts'],
  ['src/charts/a.ts', '#model/day.ts'],
  ['src/terminal/a.ts', '#store/list.ts'],
  ['src/api/a.ts', '#store/list.ts'],
  ['src/server/a.ts', '#api/phpAnalytics/createApi.ts'],
  ['src/server/a.ts', '#terminal/safeText.ts'],
  ['src/system/a.ts', '#config/paths.ts'],
  ['src/loader/a.ts', '#system/makeFolder.ts'],
  ['src/model/a.ts', '#system/makeFolder.ts'],
  ['src/store/a.ts', '#api/phpAnalytics/createApi.ts'],
  ['src/store/a.ts', '#terminal/safeText.ts'],
  ['src/components/a.ts', '#store/list.ts'],
  ['src/commands/a.ts', '#api/phpAnalytics/createApi.ts'],
  ['src/screens/a.ts', '#api/phpAnalytics/createApi.ts'],
  ['src/screens/a/b.ts', '../clock.ts'],
  ['src/screens/a.ts', 'ink'],
  ['src/screens/a.tsx', 'ink'],
  ['src/screens/a.ts', '#components/Line.tsx'],
  ['src/screens/a.ts', '#screens/useAppState.ts'],
  ['src/commands/a.ts', '#screens/websites/Screen.tsx'],
  ['src/commands/a.ts', '#screens/websites/commands.ts'],
  ['src/model/a.ts', 'react'],
  ['src/headless/a.ts', '#store/core/list.ts'],
  ['src/connection/a.ts', '#headless/output/stdout.ts'],
  ['src/connection/a.ts', '#store/core/list.ts'],
  ['src/config/a.ts', '#connection/openApi.ts'],
  ['src/store/a.ts', '#connection/openApi.ts'],
  ['src/screens/a.ts', '#connection/openApi.ts'],
  ['src/headless/a.ts', 'ink'],
  ['src/openProfile.ts', '#headless/withService.ts'],
];

test.each(forbidden)('%s may not import %s', (path, specifier) => {
  expect(lint(path, `import { a } from '${specifier}';\nexport const b = a;\n`)).toMatch(
    /no-restricted-imports[\s\S]*1 error/,
  );
});

test('what the table of layers allows passes', () => {
  const allowed: readonly [string, string][] = [
    ['src/api/a.ts', "import { a } from '#model/period/day.ts';\nexport const b = a;\n"],
    ['src/store/a.ts', "import type { a } from '#api/api.ts';\nexport type B = a;\n"],
    ['src/screens/a.tsx', "import { a } from '#components/Line.tsx';\nexport const b = a;\n"],
    ['src/screens/a.ts', "import type { a } from '#components/Line.tsx';\nexport type B = a;\n"],
    ['src/screens/a/index.ts', "export const view = async () => await import('./Screen.tsx');\n"],
    ['src/commands/a.ts', "import { a } from '#screens/websites/index.ts';\nexport const b = a;\n"],
    ['src/screens/a.ts', "import type { a } from '#commands/command.ts';\nexport type B = a;\n"],
  ];
  for (const [path, source] of allowed) expect(lint(path, source)).toMatch(/0 errors/);
});
