// Preloaded into programs in a terminal. They keep V8's own flags: those that the program sets (src/system/runtime.ts) keep
// a long session small, and take half as much processor time again. And each file of theirs comes with the functions that a
// program before has compiled: Node's own cache has those alone that are compiled as a file is read. What measures starts
// the program without this.
const { readFileSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join } = require('node:path');
const { constants, Script } = require('node:vm');

require('node:v8').setFlagsFromString = () => {};

const { NODE_COMPILE_CACHE: cache = '', SITEDECK_TEST_COMPILES: compiles } = process.env;
const built = join(__dirname, '../../dist/');
const codeOf = file => join(cache, `${basename(file)}.used`);

const load = Module._extensions['.js'];

if (cache !== '')
  Module._extensions['.js'] = (module, file) => {
    const cachedData = file.startsWith(built) ? code(file) : undefined;
    const isKept = file.startsWith(built) && compiles !== undefined;
    if (cachedData === undefined && !isKept) load(module, file);
    else run(module, file, cachedData, isKept);
  };

function code(file) {
  try {
    return readFileSync(codeOf(file));
  } catch {
    return undefined;
  }
}

function run(module, file, cachedData, isKept) {
  const text = Module.wrap(readFileSync(file, 'utf8').replace(/^#!.*/, ''));
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const script = new Script(text, { filename: file, cachedData, importModuleDynamically });
  if (isKept) process.on('exit', () => writeFileSync(codeOf(file), script.createCachedData()));
  script.runInThisContext()(module.exports, Module.createRequire(file), module, file, dirname(file));
}
