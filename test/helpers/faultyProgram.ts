import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

/** What goes wrong, by the environment variable FAULT of the program that is started. */
const prelude = `
import { useEffect as useFaultEffect, useState as useFaultState } from 'react';
if (process.env.FAULT === 'start') throw new Error('broke\\x1b[31m at the start');
function useFault() {
  const [isBroken, setBroken] = useFaultState(false);
  useFaultEffect(() => {
    setTimeout(() => {
      if (process.env.FAULT === 'component') setBroken(true);
      if (process.env.FAULT === 'rejection') void Promise.reject(new Error('nobody\\x1b[31m handled it\\nat all'));
      if (process.env.FAULT === 'exception') throw new TypeError('thrown\\x1b]0;title\\x07 aside');
    }, 500);
  }, []);
  if (isBroken) throw new Error('a component\\x9b31m broke');
}
`;

const start = 'export function App() {';

const faults: Plugin = {
  name: 'faults',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/src/app/App.tsx')) return undefined;
    if (!code.includes(start)) throw new Error(`src/app/App.tsx has no "${start}" any more`);
    return prelude + code.replace(start, `${start}\nuseFault();`);
  },
};

/** Builds the program from its own sources, with faults in its outermost component and not minified: the way to it, and to remove it. */
export async function buildFaultyProgram(): Promise<{ path: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-faulty-'));
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const environment = process.env['NODE_ENV'];
  // Vite takes it for the word on whether React's development build is wanted.
  process.env['NODE_ENV'] = 'production';
  await build({
    root,
    configFile: join(root, 'build/vite.config.ts'),
    logLevel: 'error',
    plugins: [faults],
    build: { outDir: folder, emptyOutDir: true, minify: false },
  });
  process.env['NODE_ENV'] = environment;
  return {
    path: join(folder, 'sitedeck.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
