import { join } from 'node:path';
import type { Plugin } from 'vite';
import { patches, publishedModules, replacements, type Patch } from '../src/terminal/ink/replacements.ts';

const room = 'src/terminal/ink';
const virtual = '\0sitedeck-ink:';

/** For Vite's `resolve.alias`: what our replacements are made of, as it is published. */
export const publishedInk: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(publishedModules).map(([name, file]) => [name, pathOf(file)]),
);

/** Puts our modules in the place of Ink's. Throws, and so ends the build, where Ink is not as replacements.ts says. */
export function replaceInInk(): Plugin {
  const unused = new Set<string>();
  return {
    name: 'sitedeck-ink',
    enforce: 'pre',
    config: () => ({ resolve: { alias: publishedInk } }),
    buildStart() {
      unused.clear();
      for (const { specifier, importers } of replacements)
        for (const importer of importers) unused.add(`${specifier} in ${importer}`);
      for (const { file } of patches) unused.add(file);
    },
    resolveId(id, importer) {
      const replacement = replacements.find(({ specifier }) => specifier === id);
      const file = importer === undefined ? undefined : belowModules(importer);
      if (replacement === undefined || file === undefined) return undefined;
      // A package's own ./output.js is none of Ink's.
      if (id.startsWith('.') && !file.startsWith('ink/')) return undefined;
      if (!replacement.importers.includes(file)) throw unknownInk(`${file} imports ${id}`);
      unused.delete(`${id} in ${file}`);
      return virtual + id;
    },
    load(id) {
      const replacement = replacements.find(({ specifier }) => id === virtual + specifier);
      if (replacement === undefined) return undefined;
      const { file, exportName } = replacement;
      return `export { ${exportName} as default } from ${JSON.stringify(pathOf(`${room}/${file}`))}`;
    },
    transform(code, id) {
      const wanted = patches.filter(({ file }) => file === belowModules(id));
      if (wanted.length === 0) return undefined;
      return wanted.reduce((text, patch) => {
        unused.delete(patch.file);
        return patched(text, patch);
      }, code);
    },
    buildEnd(error) {
      const files = [...this.getModuleIds()].map(belowModules);
      const has = (folder: string) => files.some(file => file?.startsWith(folder) === true);
      for (const { file, notOfInk } of patches)
        if (notOfInk === true && !has(file.replace(/\/.*/, '/'))) unused.delete(file);
      if (error === undefined && has('ink/') && unused.size > 0)
        throw unknownInk(`nothing is replaced for ${[...unused].join(', ')}`);
    },
  };
}

function patched(code: string, { file, text, by, times, usesSegmenter }: Patch): string {
  const found = code.match(text)?.length ?? 0;
  if (found !== times) throw unknownInk(`${file} has ${found} in place of ${times} of ${text}`);
  const imports =
    usesSegmenter === true
      ? `import { graphemeSegmenter } from ${JSON.stringify(pathOf('src/text/segmenter.ts'))};\n`
      : '';
  return imports + code.replace(text, by);
}

function unknownInk(what: string): Error {
  return new Error(`Ink is not as ${room}/replacements.ts says (see the README.md there): ${what}.`);
}

/** The path below the last node_modules; undefined for a file that is in none. */
function belowModules(id: string): string | undefined {
  return /.*\/node_modules\/(.*)$/.exec(id.replaceAll('\\', '/'))?.[1];
}

function pathOf(file: string): string {
  return join(import.meta.dirname, '..', file);
}
