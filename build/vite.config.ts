import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  build,
  defineConfig,
  mergeConfig,
  type Plugin,
  type ResolvedConfig,
  type Rolldown,
  type UserConfig,
} from 'vite';
import { licencesFile } from './licences.ts';
import { oneFile, path, shared } from './shared.ts';

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
 * and "screens", once the list is drawn "views", a subcommand the first two and "commands"; both load "remote" for a service elsewhere, and the chunk of its
 * adapter, which has the name of its folder, as "umami". The map of the world is "world"; help, the manual, completion and
 * what a mistyped word may have meant are "help"; what agents speak is "mcp"; whole messages are "mail", settings in files "yaml". Pictures of the screen are
 * "drawPicture", by its file.
 */
const groups = [
  { name: 'service', test: /\/src\/(app\/main|api\/phpAnalytics\/adapter)\.ts$/, priority: 3 },
  {
    name: 'remote',
    test: /\/src\/api\/http\/nodeFetch\.ts$|\/node_modules\/(ofetch|destr|ufo)\//,
    priority: 2.8,
  },
  { name: 'world', test: /\/src\/charts\/map\/world\w+\.ts$/, priority: 2.7 },
  { debugName: 'shared', name: sharedBy('src/cli/run.ts', 'src/app/draw.tsx'), priority: 2.5 },
  { name: 'screens', test: /\/src\/(app\/draw|screens\/websites\/\w+)\.tsx$/, priority: 2 },
  { name: 'views', test: /\/src\/screens\/\w+\/\w+\.tsx$/, priority: 1.9 },
  // Loaded only where there is a file of settings: the application and the subcommands read it alike.
  {
    name: 'yaml',
    test: /\/node_modules\/yaml\/|\/src\/config\/yours\/yours(?:Text|Schema|Edit)\.ts$/,
    priority: 2.6,
  },
  {
    name: 'mail',
    test: /\/src\/cli\/report\/mailMessage\.ts$|\/node_modules\/nodemailer\//,
    priority: 1.5,
  },
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

/**
 * Adds the import's worker to a build of the program, in one file: a thread of it would read and compile all chunks of the program,
 * and the single executable starts it from what is embedded, with no files beside it. Throws where the list of licences has not all
 * that is in it.
 */
const workerInOneFile: Plugin = {
  name: 'worker-in-one-file',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const worker = oneFile('src/logs/worker.ts', 'importWorker.js');
      const built = await build(mergeConfig(worker, { build: { write: false, watch: null } }));
      if (!('output' in built)) throw new Error('Vite has made no worker.');
      const notices = bundle[licencesFile];
      for (const file of built.output) {
        if (file.type === 'asset' && file.fileName === licencesFile) {
          const missing = headings(file.source).difference(
            headings(notices?.type === 'asset' ? notices.source : ''),
          );
          if (missing.size > 0) throw new Error(`${licencesFile} lacks ${[...missing].join(', ')}.`);
        }
        if (file.type !== 'chunk') continue;
        for (const module of file.moduleIds) this.addWatchFile(module);
        this.emitFile({ type: 'asset', fileName: file.fileName, source: file.code });
      }
    },
  },
};

function headings(list: string | Uint8Array): ReadonlySet<string> {
  return new Set(
    Buffer.from(list)
      .toString('utf8')
      .match(/^## .+/gm),
  );
}

/** A few CommonJS files in one folder: sitedeck.js, which is all that --version reads, and the chunks that it loads. */
export default defineConfig(
  mergeConfig(shared, {
    plugins: [workerInOneFile, emptiedButStandalone()],
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
