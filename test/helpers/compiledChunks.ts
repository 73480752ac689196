import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './home.ts';

/** Loaded before the program: says at its end which chunks V8 compiled, in place of taking what a start before had left. */
const spy = `
const vm = require('node:vm');
const { basename } = require('node:path');
const { Script } = vm;
const compiled = [];
vm.Script = class extends Script {
  constructor(source, options) {
    super(source, options);
    if (this.cachedDataRejected !== false) compiled.push(basename(options.filename));
  }
};
process.on('exit', () => require('node:fs').writeFileSync(process.env.COMPILED, JSON.stringify(compiled)));
`;

/** To start the program with; `chunks` are those that it has compiled, once it has ended. */
export function compiledChunks({ path }: Home) {
  const [script, found] = [join(path, 'compiled.cjs'), join(path, 'compiled.json')];
  writeFileSync(script, spy);
  return {
    args: ['--require', script],
    env: { COMPILED: found },
    chunks: (): unknown => JSON.parse(readFileSync(found, 'utf8')),
  };
}
