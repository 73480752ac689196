import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

/**
 * One ESM file with everything in it: a start over SSH reads one file, and the compile cache holds one entry.
 * React must be its production build (NODE_ENV is inlined); Ink's devtools are never loaded (DEV inlined), and
 * their package, an optional peer that is absent, becomes an empty module.
 */
export default defineConfig({
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    SITEDECK_VERSION: JSON.stringify(manifest.version),
  },
  plugins: [
    {
      name: 'no-react-devtools',
      enforce: 'pre',
      resolveId: id => (id === 'react-devtools-core' ? '\0no-devtools' : undefined),
      load: id => (id === '\0no-devtools' ? 'export default {}' : undefined),
    },
  ],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'src/cli.ts',
    target: 'node22',
    outDir: 'dist',
    minify: true,
    sourcemap: false,
    rolldownOptions: {
      output: { entryFileNames: 'sitedeck.js', codeSplitting: false, banner: '#!/usr/bin/env node' },
    },
  },
});
