import { join } from 'node:path';
import type { Plugin } from 'vite';

const room = 'src/terminal/ink';
const virtual = '\0sitedeck-ink:';

/** A module that Ink, or a package that Ink uses, imports by default: it gets an export of ours in its place. */
interface Replacement {
  /** As it is written in the imports. */
  readonly specifier: string;
  /** Every file below node_modules that imports it: one more or less, and the build fails. */
  readonly importers: readonly string[];
  /** In `room`. */
  readonly file: string;
  readonly exportName: string;
}

/** docs/design/ink.md says why each is replaced, and what it earns. */
export const replacements: readonly Replacement[] = [
  {
    specifier: 'yoga-layout',
    importers: [
      'ink/build/dom.js',
      'ink/build/get-max-width.js',
      'ink/build/ink.js',
      'ink/build/measure-element.js',
      'ink/build/render-node-to-output.js',
      'ink/build/render-to-string.js',
      'ink/build/renderer.js',
      'ink/build/styles.js',
    ],
    file: 'layout/yoga.ts',
    exportName: 'yoga',
  },
  {
    specifier: './output.js',
    importers: ['ink/build/renderer.js'],
    file: 'cellOutput.ts',
    exportName: 'CellOutput',
  },
  {
    specifier: 'string-width',
    importers: [
      'cli-truncate/index.js',
      'ink/build/line-update.js',
      'slice-ansi/tokenize-ansi.js',
      'widest-line/index.js',
      'wrap-ansi/index.js',
    ],
    file: 'text.ts',
    exportName: 'stringWidth',
  },
  {
    specifier: './sanitize-ansi.js',
    importers: ['ink/build/squash-text-nodes.js'],
    file: 'text.ts',
    exportName: 'sanitizeAnsi',
  },
];

/** Text of a module that is replaced by other text. */
interface Patch {
  /** Below node_modules: of Ink, or of a package that Ink uses. */
  readonly file: string;
  readonly text: RegExp;
  readonly by: string;
  /** How often the text is there: once more or less, and the build fails. */
  readonly times: number;
  /** A package that Ink does not use: a build without it needs no patch. */
  readonly notOfInk?: true;
  /** Whether the new text uses graphemeSegmenter of src/text/characters.ts. */
  readonly usesSegmenter?: true;
}

/** Each of these makes one while it loads. cli-truncate makes one where it cuts, which no screen lets it do. */
const makeSegmenter = [
  '@alcalzone/ansi-tokenize/build/tokenize.js',
  'ink/build/line-update.js',
  'slice-ansi/tokenize-ansi.js',
  'string-width/index.js',
  'wrap-ansi/index.js',
];

export const patches: readonly Patch[] = [
  // React's devtools. They are awaited at the top level of the module, which CommonJS cannot do.
  {
    file: 'ink/build/reconciler.js',
    text: /^if \(process\.env\['DEV'\] === 'true'\) \{\n.*?^\}\n/gms,
    by: '',
    times: 2,
  },
  {
    file: 'string-width/index.js',
    text: /const rgiEmojiRegex = (.*);/g,
    by: 'let rgiEmoji; const rgiEmojiRegex = { test: text => (rgiEmoji ??= $1).test(text) };',
    times: 1,
  },
  // Its margins are none that the layout knows; the program leaves the screen and ends with one line.
  {
    file: 'ink/build/components/ErrorBoundary.js',
    text: /import ErrorOverview from '\.\/ErrorOverview\.js';/g,
    by: 'const ErrorOverview = () => null;',
    times: 1,
  },
  // Modules of Node that are loaded at each start for what hardly ever happens.
  {
    file: 'signal-exit/index.js',
    text: /var assert = require\('assert'\)/g,
    by: 'var assert = { equal(is, wanted, words) { if (is !== wanted) throw new TypeError(words) } }',
    times: 1,
  },
  {
    file: 'terminal-size/index.js',
    text: /import \{execFileSync\} from 'node:child_process';/g,
    by: "const execFileSync = (...all) => process.getBuiltinModule('node:child_process').execFileSync(...all);",
    times: 1,
  },
  // The hash is a key for React, not a secret.
  {
    file: 'ink-table/dist/index.js',
    text: /import \{ sha1 \} from 'object-hash';/g,
    by: 'const sha1 = JSON.stringify;',
    times: 1,
    notOfInk: true,
  },
  ...makeSegmenter.map((file): Patch => ({
    file,
    text: /new Intl\.Segmenter\([^)]*\)/g,
    by: 'graphemeSegmenter',
    times: 1,
    usesSegmenter: true,
  })),
];

/** The published modules that ours are made of, by the names that ours import them by. */
const publishedModules: Readonly<Record<string, string>> = {
  'ink-published/sanitize-ansi': 'node_modules/ink/build/sanitize-ansi.js',
  'ink-published/string-width': 'node_modules/string-width/index.js',
};

/** For Vite's `resolve.alias`: what our replacements are made of, as it is published. */
export const publishedInk: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(publishedModules).map(([name, file]) => [name, pathOf(file)]),
);

/** Puts our modules in the place of Ink's. Throws, and so ends the build, where Ink is not as the lists above say. */
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
      ? `import { graphemeSegmenter } from ${JSON.stringify(pathOf('src/text/characters.ts'))};\n`
      : '';
  return imports + code.replace(text, by);
}

function unknownInk(what: string): Error {
  return new Error(`Ink is not as build/ink.ts says (see ${room}/README.md): ${what}.`);
}

/** The path below the last node_modules; undefined for a file that is in none. */
function belowModules(id: string): string | undefined {
  return /.*\/node_modules\/(.*)$/.exec(id.replaceAll('\\', '/'))?.[1];
}

function pathOf(file: string): string {
  return join(import.meta.dirname, '..', file);
}
