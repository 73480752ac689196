import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type InlineConfig, mergeConfig, type Plugin, type UserConfig } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { replaceInInk } from './ink.ts';
import { carriedLicences, licencesFile } from './licences.ts';

/** A path from the top of the repository. */
export const path = (relative: string) => join(import.meta.dirname, '..', relative);

/** Stands for the name of the build until the code of all its files is known. */
const placeholder = 'BUILD-OF-SITEDECK';

/**
 * Names the build by a hash of its files, for what is kept from one start to the next. The code is ASCII, also in tagged templates,
 * which `charset` of Rolldown leaves: Node reads a file that is not into three times its bytes, and by so much more the system's
 * allocator keeps for each thread (an import of 5 million lines: 13 MB, the median of runs in turn).
 */
const namedBuild: Plugin = {
  name: 'named-build',
  config: () => ({ define: { SITEDECK_BUILD: JSON.stringify(placeholder) } }),
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(file => file.type === 'chunk');
    const hash = createHash('sha256');
    for (const { code } of chunks) hash.update(code);
    const build = hash.digest('hex').slice(0, 16);
    for (const chunk of chunks)
      chunk.code = chunk.code.replaceAll(placeholder, build).replaceAll(/[^\0-\x7f]/g, escaped);
    // The package itself has ES modules.
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{"type":"commonjs"}\n' });
  },
};

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Marks a module that only the SDK of the Model Context Protocol uses. */
const own = '?mcp';
const ofSdk = /\/node_modules\/@modelcontextprotocol\/sdk\//;
const zod = /\/node_modules\/zod\//;

/** What only clients and other versions of its dependencies need: never called here. */
const unused: readonly (readonly [RegExp, string])[] = [
  [/\/validation\/ajv-provider\.js$/, 'export class AjvJsonSchemaValidator {}'],
  [/\/zod\/v3\/index\.js$/, 'export const object = undefined;'],
];

/**
 * Gives the SDK of the Model Context Protocol a copy of zod for itself: it takes all of it, and with one copy for both every start
 * of the program would read what the SDK alone uses. Leaves out the packages that it never calls here.
 */
const ownModulesOfMcp: Plugin = {
  name: 'own-modules-of-mcp',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (importer === undefined || !(ofSdk.test(importer) || importer.endsWith(own))) return undefined;
    const from = importer.endsWith(own) ? importer.slice(0, -own.length) : importer;
    const found = await this.resolve(source, from, { ...options, skipSelf: true });
    if (found === null || found.external !== false) return found;
    const isOwn = zod.test(found.id) || unused.some(([file]) => file.test(found.id));
    return isOwn ? { ...found, id: `${found.id}${own}` } : found;
  },
  load(id) {
    if (!id.endsWith(own)) return undefined;
    const file = id.slice(0, -own.length);
    return unused.find(([name]) => name.test(file))?.[1] ?? readFileSync(file, 'utf8');
  },
};

/**
 * What is the same for all builds. React must be its production build (NODE_ENV is inlined), and Ink must not look for its
 * devtools (DEV is inlined). ofetch's own entry for Node brings a fetch over node:http, which is never called.
 */
export const shared: UserConfig = {
  root: path('.'),
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    SITEDECK_VERSION: JSON.stringify(manifest.version),
  },
  resolve: {
    alias: [{ find: /^ofetch$/, replacement: path('node_modules/ofetch/dist/index.mjs') }],
  },
  plugins: [replaceInInk(), ownModulesOfMcp, namedBuild, carriedLicences],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    target: 'node22',
    outDir: 'dist',
    emptyOutDir: false,
    minify: true,
    sourcemap: false,
    license: { fileName: licencesFile },
    rolldownOptions: {
      output: { format: 'cjs' },
      // The adapter of our own interface is loaded as all others are, and at once by what opens the embedded service.
      checks: { ineffectiveDynamicImport: false },
    },
  },
};

/** The build of one file, with all that it imports at once or later. */
export function oneFile(input: string, name: string): InlineConfig {
  return mergeConfig(shared, {
    configFile: false,
    logLevel: 'error',
    build: {
      rolldownOptions: { input, output: { entryFileNames: name, codeSplitting: false } },
    },
  } satisfies InlineConfig);
}
