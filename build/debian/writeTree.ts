import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { manPage } from '#cli/help/manPage.ts';
import { control, debianChangelog } from './control.ts';
import { copyright } from './copyright.ts';
import { lintianOverrides } from './lintianOverrides.ts';

const repository = join(import.meta.dirname, '../..');
const documents = 'usr/share/doc/sitedeck';

/** Where each shell looks for completions by itself. */
const completions = {
  bash: 'usr/share/bash-completion/completions/sitedeck',
  zsh: 'usr/share/zsh/vendor-completions/_sitedeck',
  fish: 'usr/share/fish/vendor_completions.d/sitedeck.fish',
};

interface Contents {
  /** An empty folder. */
  readonly tree: string;
  readonly executable: string;
  /** The notices of all that the executable carries. */
  readonly licences: string;
  /** Since 1970: when it was made. */
  readonly seconds: number;
}

/** Writes what dpkg-deb packs: the files as they are installed, and in DEBIAN what says what they are. */
export function writeTree({ tree, executable, licences, seconds }: Contents): void {
  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), content);
  };
  const compress = (path: string, text: string): void => write(path, gzipSync(text, { level: 9 }));

  write('usr/bin/sitedeck', readFileSync(executable));
  compress('usr/share/man/man1/sitedeck.1.gz', manPage());
  for (const [shell, path] of Object.entries(completions))
    write(path, execFileSync(executable, ['completion', shell]));
  write(`${documents}/copyright`, copyright(join(repository, 'LICENSE'), licences));
  compress(`${documents}/changelog.gz`, readFileSync(join(repository, 'CHANGELOG.md'), 'utf8'));
  compress(`${documents}/changelog.Debian.gz`, debianChangelog(seconds));
  write('usr/share/lintian/overrides/sitedeck', lintianOverrides);

  const files = entriesBelow(tree).filter(path => statSync(join(tree, path)).isFile());
  const size = entriesBelow(tree).reduce((sum, path) => sum + kibibytes(join(tree, path)), 0);
  write('DEBIAN/control', control(size));
  write('DEBIAN/md5sums', files.map(path => `${md5(join(tree, path))}  ${path}\n`).join(''));
  // Not those of this account's umask.
  for (const path of ['.', ...entriesBelow(tree)])
    chmodSync(join(tree, path), modeOf(join(tree, path), path));
}

/** Paths of files and folders, in order, without a slash in front. */
function entriesBelow(tree: string): string[] {
  return readdirSync(tree, { recursive: true, encoding: 'utf8' }).sort();
}

/** As Debian counts: each file in whole ones, a folder as one. */
function kibibytes(path: string): number {
  const found = statSync(path);
  return found.isFile() ? Math.ceil(found.size / 1_024) : 1;
}

function md5(path: string): string {
  return createHash('md5').update(readFileSync(path)).digest('hex');
}

function modeOf(path: string, name: string): number {
  return statSync(path).isDirectory() || name.startsWith('usr/bin/') ? 0o755 : 0o644;
}
