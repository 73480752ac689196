import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** What Ink and its helpers import, and the export of ours that they get as its default. */
interface Part {
  readonly from: RegExp;
  readonly name: string;
  readonly file: string;
  readonly as: string;
}

const ours: readonly Part[] = [
  {
    from: /\/ink\/build\/components\/ErrorBoundary\.js$/,
    name: './ErrorOverview.js',
    file: 'src/terminal/ink/emptyErrorOverview.ts',
    as: 'emptyErrorOverview',
  },
  { from: /\/ink\/build\//, name: 'yoga-layout', file: 'src/terminal/layout/yoga.ts', as: 'yoga' },
  {
    from: /\/ink\/build\/renderer\.js$/,
    name: './output.js',
    file: 'src/terminal/ink/rowOutput.ts',
    as: 'RowOutput',
  },
  {
    from: /\/ink\/build\//,
    name: './sanitize-ansi.js',
    file: 'src/terminal/ink/sanitizeAnsi.ts',
    as: 'sanitizeAnsi',
  },
  {
    from: /\/node_modules\//,
    name: 'string-width',
    file: 'src/terminal/ink/stringWidth.ts',
    as: 'stringWidth',
  },
];

/** What Ink and its helpers do while they load, and what Node reads for it, at the cost of milliseconds, for what hardly ever comes. */
interface Later {
  /** The end of the file's path. */
  readonly file: string;
  readonly from: string | RegExp;
  readonly to: string;
}

const later: readonly Later[] = [
  {
    file: '/string-width/index.js',
    from: /const rgiEmojiRegex = (.*);/,
    to: 'let rgiEmoji; const rgiEmojiRegex = { test: text => (rgiEmoji ??= $1).test(text) };',
  },
  {
    file: '/signal-exit/index.js',
    from: "var assert = require('assert')",
    to: 'var assert = { equal(is, wanted, words) { if (is !== wanted) throw new TypeError(words) } }',
  },
  {
    file: '/terminal-size/index.js',
    from: "import {execFileSync} from 'node:child_process';",
    to: "const execFileSync = (...all) => process.getBuiltinModule('node:child_process').execFileSync(...all);",
  },
  // A key for React, not a secret.
  {
    file: '/ink-table/dist/index.js',
    from: "import { sha1 } from 'object-hash';",
    to: 'const sha1 = JSON.stringify;',
  },
  // Ink's devtools, which are never there.
  {
    file: '/ink/build/reconciler.js',
    from: /await (?=import\('\.\/devtools|loadPackageJson\(\))/g,
    to: '',
  },
  { file: '/ink/build/reconciler.js', from: "import.meta.resolve('react-devtools-core')", to: "''" },
];

/** What no module of this build has asked for yet. */
const unused = new Set<string>();

const segmenter = /new Intl\.Segmenter\((?:undefined, ?\{ ?granularity: ?['"]grapheme['"] ?\})?\)/g;

/** What ours are made of: the parts as they are published. */
export const stock: Readonly<Record<string, string>> = {
  'ink-stock/output': path('node_modules/ink/build/output.js'),
  'ink-stock/sanitize-ansi': path('node_modules/ink/build/sanitize-ansi.js'),
  'ink-stock/string-width': path('node_modules/string-width/index.js'),
};

/**
 * Ink with parts that do the same in less time: a layout without WebAssembly, rows that are drawn once, widths that are
 * remembered, and nothing made before it is needed. test/terminal compares them with the stock ones.
 */
export const fasterInk: Plugin = {
  name: 'faster-ink',
  enforce: 'pre',
  buildStart() {
    unused.clear();
    for (const { name } of ours) unused.add(name);
    for (const { file } of later) if (file.startsWith('/ink/build/')) unused.add(file);
  },
  /** A new version of Ink that has moved something must not be built without what is meant for it. */
  buildEnd(error) {
    const hasInk = [...this.getModuleIds()].some(id => id.replaceAll('\\', '/').includes('/ink/build/'));
    if (error === undefined && hasInk && unused.size > 0)
      throw new Error(`Nothing imports ${[...unused].join(', ')}: Ink is another than vite.ink.ts knows.`);
  },
  resolveId(id, importer = '') {
    const known = stock[id];
    if (known !== undefined) return known;
    const from = importer.replaceAll('\\', '/');
    const part = ours.find(({ name, from: of }) => name === id && of.test(from));
    if (part === undefined) return undefined;
    unused.delete(part.name);
    return `\0ours:${part.name}`;
  },
  transform(code, id) {
    const file = id.replaceAll('\\', '/');
    if (!file.includes('/node_modules/')) return undefined;
    let changed = code;
    for (const { from, to, file: end } of later.filter(patch => file.endsWith(patch.file))) {
      unused.delete(end);
      const before = changed;
      changed = before.replace(from, to);
      if (changed === before) throw new Error(`${file} is another than vite.ink.ts knows: it has no ${from}`);
    }
    if (changed.includes('new Intl.Segmenter('))
      changed = `import { graphemeSegmenter } from ${JSON.stringify(path('src/terminal/segmenter.ts'))};\n${changed.replaceAll(segmenter, 'graphemeSegmenter')}`;
    return changed === code ? undefined : changed;
  },
  load(id) {
    const part = ours.find(({ name }) => id === `\0ours:${name}`);
    if (part === undefined) return undefined;
    return `export { ${part.as} as default } from ${JSON.stringify(path(part.file))}`;
  },
};
