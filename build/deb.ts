/** `npm run build:deb`: the single executable as a Debian package, beside it in dist/standalone. Needs dpkg-deb. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { manPage } from '#cli/help/help.ts';
import manifest from '../package.json' with { type: 'json' };

/** When the sources were last changed, in seconds since 1970. Throws where they are in no repository. */
function lastCommit(): string {
  return execFileSync('git', ['log', '-1', '--format=%ct'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  }).trim();
}

/** The first packaging of this version: it has a changelog of its own. */
const debianVersion = `${manifest.version}-1`;

/** What Debian calls the processors that Node calls otherwise. */
const names: Readonly<Record<string, string>> = {
  x64: 'amd64',
  ia32: 'i386',
  arm: 'armhf',
  ppc64: 'ppc64el',
  loong64: 'loong64',
};

function architecture(): string {
  return names[process.arch] ?? process.arch;
}

/** Who makes the package, as Debian's own tools are told it. */
function maintainer({ DEBFULLNAME: name, DEBEMAIL: address } = process.env): string {
  return `${name ?? 'The Sitedeck authors'} <${address ?? 'sitedeck@sitedeck.invalid'}>`;
}

/** The file `control`; the size is of all files, in kibibytes. */
function control(installedSize: number): string {
  return `Package: sitedeck
Version: ${debianVersion}
Section: web
Priority: optional
Architecture: ${architecture()}
Maintainer: ${maintainer()}
Installed-Size: ${installedSize}
Depends: libc6 (>= 2.28), libgcc-s1 (>= 3.0), libstdc++6 (>= 7)
Description: website analytics in your terminal
 Sitedeck manages the websites that an analytics service tracks, and reads
 their statistics, from the keyboard and over SSH: a list of all websites with
 what needs attention, a dashboard of each, what explains a change.
 .
 It works with phpAnalytics, Umami, GoatCounter and others, and needs no
 service at all to count what the access logs of this machine hold. Commands
 for scripts, cron and agents come along.
`;
}

/** The changelog of the packaging. */
function debianChangelog(seconds: number): string {
  const date = new Date(seconds * 1_000).toUTCString().replace(/GMT$/, '+0000');
  return `sitedeck (${debianVersion}) unstable; urgency=medium

  * Sitedeck ${manifest.version}: changelog.gz tells what is new.

 -- ${maintainer()}  ${date}
`;
}

const apacheTerms = /^ *Apache License\n *Version 2\.0, January 2004\n[^]*?END OF TERMS AND CONDITIONS$/gm;
const apachePlace = 'Apache License, Version 2.0: /usr/share/common-licenses/Apache-2.0';

/** The file `copyright`: our licence, and the notices of all that the executable carries. Both are paths. */
function copyright(licence: string, notices: string): string {
  return `Sitedeck: website analytics in your terminal

${readFileSync(licence, 'utf8').trim()}

The executable carries Node.js, packages of npm and data, each under a licence of its own. Their notices follow; the
terms of the Apache License stand in a file of Debian.

${readFileSync(notices, 'utf8').replaceAll(apacheTerms, apachePlace).trim()}
`;
}

/** What lintian finds and is meant so, with the reason. */
const lintianOverrides = `# The executable is the one that Node.js publishes, with its libraries in it.
sitedeck: embedded-library *
sitedeck: hardening-no-pie *
# It is not packaged for Debian's own archive.
sitedeck: initial-upload-closes-no-bugs *
# The notices of Node.js are passed on as they are.
sitedeck: old-fsf-address-in-copyright-file
`;

const repository = join(import.meta.dirname, '..');
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
function writeTree({ tree, executable, licences, seconds }: Contents): void {
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
