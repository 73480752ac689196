/** `npm run build:deb`: the single executable as a Debian package, beside it in dist/standalone. Needs dpkg-deb. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { architecture, debianVersion } from './debian/control.ts';
import { writeTree } from './debian/writeTree.ts';

const { values } = parseArgs({
  options: {
    outDir: { type: 'string', default: 'dist/standalone' },
    // What dpkg-deb takes: xz is the smallest, gzip the quickest.
    compression: { type: 'string', default: 'xz' },
  },
});
const outDir = resolve(values.outDir);
const file = join(outDir, `sitedeck_${debianVersion}_${architecture()}.deb`);
const seconds = Number(process.env['SOURCE_DATE_EPOCH'] ?? lastCommit());

const tree = mkdtempSync(join(tmpdir(), 'sitedeck-deb-'));
try {
  writeTree({ tree, executable: join(outDir, 'sitedeck'), licences: join(outDir, 'licences.md'), seconds });
  execFileSync('dpkg-deb', ['--root-owner-group', `-Z${values.compression}`, '--build', tree, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
} finally {
  rmSync(tree, { recursive: true, force: true });
}
process.stdout.write(`${file}\n`);

/** When the sources were last changed, in seconds since 1970. Throws where they are in no repository. */
function lastCommit(): string {
  return execFileSync('git', ['log', '-1', '--format=%ct'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  }).trim();
}
