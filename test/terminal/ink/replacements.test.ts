import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, createLogger, type Plugin } from 'vite';
import { expect, test } from 'vitest';
import { patches, replaceInInk, replacements } from '../../../build/ink.ts';

const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
/** Imports all that is replaced in. */
const component = fileURLToPath(new URL('../../../src/components/KeyTable.tsx', import.meta.url));

/**
 * Resolves to the message of the error that ends the build of Ink; to undefined where it is built. Without what Ink uses of
 * es-toolkit: hundreds of files, in which nothing is replaced.
 */
async function problemOf(change: Plugin, entry = component): Promise<string | undefined> {
  try {
    await build({
      configFile: false,
      customLogger: { ...createLogger('silent'), error: () => undefined },
      plugins: [change, replaceInInk()],
      ssr: { noExternal: true },
      build: {
        write: false,
        ssr: true,
        rolldownOptions: { input: entry, output: { format: 'es' }, external: [/-renamed$/, /^es-toolkit/] },
      },
    });
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** A version of Ink in which a file reads otherwise. */
const changed = (file: string, from: string | RegExp, to: string): Plugin => ({
  name: 'another-version',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith(`/node_modules/${file}`) ? code.replace(from, to) : undefined),
});

const unchanged: Plugin = { name: 'this-version' };

test('this version of Ink is built', async () => {
  expect(await problemOf(unchanged)).toBeUndefined();
});

test('the build fails and names each import that is there no longer', async () => {
  const renamed: Plugin = {
    name: 'another-version',
    enforce: 'pre',
    transform(code, id) {
      const here = replacements.filter(({ importers }) => importers.some(file => id.endsWith(`/${file}`)));
      return here.reduce(
        (text, { specifier }) => text.replace(`'${specifier}'`, `'${specifier}-renamed'`),
        code,
      );
    },
  };
  const problem = await problemOf(renamed);
  const pairs = replacements.flatMap(({ specifier, importers }) =>
    importers.map(importer => `${specifier} in ${importer}`),
  );
  expect(pairs.filter(pair => problem?.includes(pair) !== true)).toEqual([]);
});

test('the build fails where a single import is there no longer', async () => {
  const renamed = changed('ink/build/renderer.js', "'./output.js'", "'./output.js-renamed'");
  expect(await problemOf(renamed)).toContain('nothing is replaced for ./output.js in ink/build/renderer.js');
});

test.for(replacements.map(({ specifier }) => specifier))(
  'the build fails where another file imports %s',
  async specifier => {
    const more = changed('ink/build/colorize.js', /^/, `import '${specifier}';\n`);
    expect(await problemOf(more)).toContain(`ink/build/colorize.js imports ${specifier}`);
  },
);

test.for(patches.map(({ file, text }) => [file, text] as const))(
  'the build fails where %s has no %s',
  async ([file, text]) => {
    expect(await problemOf(changed(file, text, ''))).toContain(`${file} has 0 in place of`);
  },
);

test('the build fails and names each file that is there no longer', async () => {
  // The others import what only known files may import: the build fails for that before.
  const importers = replacements.flatMap(replacement => replacement.importers);
  const files = new Set(patches.map(({ file }) => file).filter(file => !importers.includes(file)));
  const moved: Plugin = {
    name: 'moved',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (importer === undefined || id.startsWith('\0')) return undefined;
      const resolved = await this.resolve(id, importer, { skipSelf: true });
      return resolved && files.has(resolved.id.replace(modules, '')) ? `${resolved.id}-moved.js` : undefined;
    },
    load: id => (id.endsWith('-moved.js') ? readFileSync(id.replace('-moved.js', ''), 'utf8') : undefined),
  };
  const problem = await problemOf(moved);
  expect(files.size).toBeGreaterThan(4);
  expect([...files].filter(file => problem?.includes(file) !== true)).toEqual([]);
});

test('the build fails where Ink keeps its files in another folder', async () => {
  const folder = '/elsewhere/node_modules/ink/dist/';
  const moved: Plugin = {
    name: 'moved',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id.startsWith(folder)) return id;
      if (importer?.startsWith(folder) !== true) return undefined;
      if (id.startsWith('.')) return posix.join(posix.dirname(importer), id);
      return { id, external: true };
    },
    load: id =>
      id.startsWith(folder) ? readFileSync(id.replace(folder, `${modules}ink/build/`), 'utf8') : undefined,
  };
  expect(await problemOf(moved, `${folder}index.js`)).toContain(
    'nothing is replaced for yoga-layout in ink/build/dom.js',
  );
});
