import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of the program's source, in which a guide of CONTRIBUTING is followed. */
function copyOfSource() {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-guide-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
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

const commandLine = (...args: string[]) => `
  import { runCommand } from '#headless/runCommand.ts';
  import { readStart } from './src/arguments.ts';
  console.log(readStart(${JSON.stringify(args)}).kind);
  await runCommand(${JSON.stringify(args)}, '0.0.0', {});
`;

test('a subcommand is a definition and a line in the table: it runs, and help and completion list it', () => {
  const copy = copyOfSource();
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
  expect(copy.wrongFiles()).toEqual([
    'src/headless/commands/no_arguments.ts',
    'src/headless/commands/no_description.ts',
    'src/headless/commands/no_options.ts',
    'src/headless/commands/no_run.ts',
    'src/headless/noHeading.ts',
  ]);

  expect(copy.run(commandLine('pages', 'shop.example.com', '--rows', '7'))).toEqual({
    stdout: 'command\n8 16\n',
    stderr: '',
  });
  expect(copy.run(commandLine('--help')).stdout).toMatch(
    /^  pages \[options\] <SITE> +print the pages that are read most$/m,
  );
  expect(copy.run(commandLine('complete-words', '--', 'pa')).stdout).toBe('command\npages\n');
});
