import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  defineConfig,
  mergeConfig,
  type Plugin,
  type ResolvedConfig,
  type Rolldown,
  type UserConfig,
} from 'vite';
import { replaceInInk } from './ink.ts';
import { carriedLicences, licencesFile } from './licences.ts';
import { ownModulesOfMcp } from './mcp.ts';
import { workerInOneFile } from './worker.ts';
import manifest from '../package.json' with { type: 'json' };

const path = (relative: string) => join(import.meta.dirname, '..', relative);

/** What is loaded only for a profile of its kind: each adapter but our own. */
const ofOthers = /\/src\/api\/(?!phpAnalytics\/)(\w+)\/adapter\.ts$/;

function importsOf(file: string, build: Rolldown.ChunkingContext): readonly string[] {
  const { importedIds = [], dynamicallyImportedIds = [] } = build.getModuleInfo(file) ?? {};
  return [...importedIds, ...dynamicallyImportedIds];
}

/**
 * Names the group "shared" for the files that both of these import, at once or later, and for those that the adapter of
 * another kind and one of them import: it must not load the chunk of either.
 */
function sharedBy(...files: readonly [string, string]) {
  let shared: ReadonlySet<string> | undefined;
  return (id: string, build: Rolldown.ChunkingContext) => {
    const behind = (found: Set<string>, file: string): Set<string> =>
      found.has(file) || ofOthers.test(file) ? found : importsOf(file, build).reduce(behind, found.add(file));
    const find = () => {
      const [one, other] = [behind(new Set(), path(files[0])), behind(new Set(), path(files[1]))];
      const adapters = importsOf(path('src/api/adapters.ts'), build).filter(file => ofOthers.test(file));
      const needed = adapters.flatMap(file => importsOf(file, build)).reduce(behind, new Set<string>());
      return one.intersection(other).union(one.union(other).intersection(needed));
    };
    shared ??= find();
    return shared.has(id) ? 'shared' : undefined;
  };
}

/**
 * Modules that are loaded together are one chunk, with everything they import. The application loads "service", "shared"
 * and "screens", a subcommand the first two and "commands"; both load "remote" for a service elsewhere, and the chunk of its
 * adapter, which has the name of its folder, as "umami". The map of the world is "world"; help, the manual, completion and
 * what a mistyped word may have meant are "help"; what agents speak is "mcp"; whole messages are "mail", settings in files "yaml". Pictures of the screen are
 * "drawPicture", by its file.
 */
const groups = [
  { name: 'service', test: /\/src\/(app\/main|api\/phpAnalytics\/adapter)\.ts$/, priority: 3 },
  {
    name: 'remote',
    test: /\/src\/(api\/http\/nodeFetch|connection\/proxyFetch)\.ts$|\/node_modules\/(ofetch|destr|ufo)\//,
    priority: 2.8,
  },
  { name: 'world', test: /\/src\/charts\/world\w+\.ts$/, priority: 2.7 },
  { debugName: 'shared', name: sharedBy('src/cli/run.ts', 'src/app/draw.tsx'), priority: 2.5 },
  { name: 'screens', test: /\/src\/(app\/draw|screens\/\w+\/\w+)\.tsx$/, priority: 2 },
  {
    name: 'mail',
    test: /\/src\/cli\/report\/mailMessage\.ts$|\/node_modules\/nodemailer\//,
    priority: 1.5,
  },
  { name: 'yaml', test: /\/node_modules\/yaml\//, priority: 1.5 },
  { name: 'commands', test: /\/src\/cli\/(?!help|mcp\/)/, priority: 1 },
  { name: 'help', test: /\/src\/cli\/help\//, priority: 0.5 },
  { name: 'mcp', test: /\/src\/cli\/mcp\//, priority: 0.4 },
  // What several adapters need, and nothing else.
  { name: 'adapters', test: /\/src\/(api|model)\//, minShareCount: 2, priority: 0.35 },
  // Last, so that it takes nothing that others need too.
  { debugName: 'adapters', name: (id: string) => ofOthers.exec(id)?.[1], test: ofOthers, priority: 0.3 },
];

/** Empties the folder of the build as Vite would, but for the single executable, which is made by itself. */
const emptiedButStandalone = (): Plugin => {
  let config: ResolvedConfig | undefined;
  return {
    name: 'emptied-but-standalone',
    configResolved: resolved => void (config = resolved),
    renderStart() {
      // Once, and not for the worker's build, which writes nothing.
      if (config === undefined || !config.build.write) return;
      const folder = resolve(config.root, config.build.outDir);
      config = undefined;
      mkdirSync(folder, { recursive: true });
      for (const name of readdirSync(folder))
        if (name !== 'standalone') rmSync(join(folder, name), { recursive: true });
    },
  };
};

/** Stands for the name of the build until the code of all its files is known. */
const placeholder = 'BUILD-OF-SITEDECK';

/** Names the build by a hash of its files, for what is kept from one start to the next. */
const namedBuild: Plugin = {
  name: 'named-build',
  config: () => ({ define: { SITEDECK_BUILD: JSON.stringify(placeholder) } }),
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(file => file.type === 'chunk');
    const hash = createHash('sha256');
    for (const { code } of chunks) hash.update(code);
    const build = hash.digest('hex').slice(0, 16);
    for (const chunk of chunks) chunk.code = chunk.code.replaceAll(placeholder, build);
    // The package itself has ES modules.
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{"type":"commonjs"}\n' });
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

/** A few CommonJS files in one folder: sitedeck.js, which is all that --version reads, and the chunks that it loads. */
export default defineConfig(
  mergeConfig(shared, {
    plugins: [workerInOneFile(shared), emptiedButStandalone()],
    build: {
      rolldownOptions: {
        preserveEntrySignatures: 'exports-only',
        input: { sitedeck: 'src/entry.ts' },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          banner: (chunk: { readonly isEntry: boolean }) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
          codeSplitting: { groups },
        },
      },
    },
  } satisfies UserConfig),
);
