import { fileURLToPath } from 'node:url';
import { defineConfig, type Rolldown } from 'vite';
import { fasterInk } from './vite.ink.ts';
import { carriedLicences, licencesFile } from './vite.licences.ts';
import { loadableParts } from './vite.parts.ts';
import manifest from './package.json' with { type: 'json' };

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Names the group "shared" for the files that both of these import, at once or later. */
function sharedBy(...files: readonly [string, string]) {
  let both: ReadonlySet<string> | undefined;
  return (id: string, build: Rolldown.ChunkingContext) => {
    const behind = (found: Set<string>, file: string): Set<string> => {
      if (found.has(file)) return found;
      const { importedIds = [], dynamicallyImportedIds = [] } = build.getModuleInfo(file) ?? {};
      return [...importedIds, ...dynamicallyImportedIds].reduce(behind, found.add(file));
    };
    both ??= files.map(file => behind(new Set(), path(file))).reduce((one, other) => one.intersection(other));
    return both.has(id) ? 'shared' : undefined;
  };
}

/**
 * What is read together is one file, with everything it imports. The application reads "service", "shared" and "screens",
 * a command the first two and "commands", and either "remote" for a service elsewhere.
 */
const parts = [
  { name: 'service', test: /\/src\/cli\.ts$/, priority: 3 },
  {
    name: 'remote',
    test: /\/src\/(api\/(httpFetch|body)|connection\/proxy\/(proxyFetch|proxyAddress|proxyChoice|tunnel))\.ts$|\/node_modules\/(ofetch|destr|ufo)\//,
    priority: 2.8,
  },
  { debugName: 'shared', name: sharedBy('src/headless/runCommand.ts', 'src/draw.tsx'), priority: 2.5 },
  { name: 'screens', test: /\/src\/(draw|screens\/\w+\/Screen)\.tsx$/, priority: 2 },
  { name: 'commands', test: /\/src\/headless\//, priority: 1 },
];

/**
 * A few CommonJS files beside each other: sitedeck.js, which is all that --version reads, and behind it the
 * parts. React must be its production build (NODE_ENV is inlined); Ink's devtools are never loaded (DEV
 * inlined), and their package, an optional peer that is absent, becomes an empty module. ofetch's own choice for Node
 * brings a fetch over node:http, which nobody calls.
 */
export default defineConfig({
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    SITEDECK_VERSION: JSON.stringify(manifest.version),
  },
  resolve: {
    alias: [{ find: /^ofetch$/, replacement: path('node_modules/ofetch/dist/index.mjs') }],
  },
  plugins: [
    fasterInk,
    loadableParts,
    carriedLicences,
    {
      name: 'no-react-devtools',
      enforce: 'pre',
      resolveId: id => (id === './devtools.js' ? '\0no-devtools' : undefined),
      load: id => (id === '\0no-devtools' ? 'export default {}' : undefined),
    },
  ],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    target: 'node22',
    outDir: 'dist',
    minify: true,
    sourcemap: false,
    license: { fileName: licencesFile },
    rolldownOptions: {
      preserveEntrySignatures: 'exports-only',
      input: {
        sitedeck: 'src/entry.ts',
        program: 'src/cli.ts',
        importWorker: 'src/server/import/importWorker.ts',
      },
      output: {
        format: 'cjs',
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        banner: chunk => (chunk.name === 'sitedeck' ? '#!/usr/bin/env node' : ''),
        codeSplitting: { groups: parts },
      },
    },
  },
});
