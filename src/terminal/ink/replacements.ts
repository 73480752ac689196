/** A module that Ink, or a package that Ink uses, imports by default: it gets an export of ours in its place. */
export interface Replacement {
  /** As it is written in the imports. */
  readonly specifier: string;
  /** Every file below node_modules that imports it: one more or less, and the build fails. */
  readonly importers: readonly string[];
  /** In this folder. */
  readonly file: string;
  readonly exportName: string;
}

/** README.md says why each is replaced, and what it earns. */
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
export interface Patch {
  /** Below node_modules: of Ink, or of a package that Ink uses. */
  readonly file: string;
  readonly text: RegExp;
  readonly by: string;
  /** How often the text is there: once more or less, and the build fails. */
  readonly times: number;
  /** A package that Ink does not use: a build without it needs no patch. */
  readonly notOfInk?: true;
  /** Whether the new text uses graphemeSegmenter of segmenter.ts. */
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
export const publishedModules: Readonly<Record<string, string>> = {
  'ink-published/sanitize-ansi': 'node_modules/ink/build/sanitize-ansi.js',
  'ink-published/string-width': 'node_modules/string-width/index.js',
};
