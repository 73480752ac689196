import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { run } from './installedPackage.ts';
import { whatItDoes } from './whatItDoes.ts';

const folder = mkdtempSync(join(tmpdir(), 'sitedeck-deb-'));
const executable = join(folder, 'sitedeck');
const root = join(folder, 'root');
const version = `${manifest.version}-1`;
/** 19 November 2026, 12:00 UTC. */
const SOURCE_DATE_EPOCH = '1795089600';
const hasDpkg = hasProgram('dpkg') && hasProgram('dpkg-deb');

beforeAll(() => {
  done(process.execPath, ['build/standalone.ts', '--outDir', folder]);
}, 900_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000);

describe('the single executable', () => {
  whatItDoes(executable);
});

describe('the Debian package', () => {
  let deb = '';
  beforeAll(() => {
    if (hasDpkg) deb = makeDeb(folder);
  });

  test('has the files of a package, for everybody to read, and is the same each time', ({ skip }) => {
    skip(!hasDpkg, 'dpkg is not installed');
    const listed = done('dpkg-deb', ['--contents', deb]);
    const entries = [...listed.matchAll(/^(\S+) (\S+) +\d+ (\S+ \S+) \.\/(.+)$/gm)];
    expect(entries.filter(([, , owner]) => owner !== 'root/root')).toEqual([]);
    expect(entries.filter(([, , , time]) => time !== '2026-11-19 12:00')).toEqual([]);
    const files = entries.filter(([, mode = '']) => mode.startsWith('-'));
    expect(files.map(([, mode, , , path]) => `${mode} ${path}`)).toEqual([
      '-rwxr-xr-x usr/bin/sitedeck',
      '-rw-r--r-- usr/share/bash-completion/completions/sitedeck',
      '-rw-r--r-- usr/share/doc/sitedeck/changelog.Debian.gz',
      '-rw-r--r-- usr/share/doc/sitedeck/changelog.gz',
      '-rw-r--r-- usr/share/doc/sitedeck/copyright',
      '-rw-r--r-- usr/share/fish/vendor_completions.d/sitedeck.fish',
      '-rw-r--r-- usr/share/lintian/overrides/sitedeck',
      '-rw-r--r-- usr/share/man/man1/sitedeck.1.gz',
      '-rw-r--r-- usr/share/zsh/vendor-completions/_sitedeck',
    ]);
    const folders = entries.filter(([, mode = '']) => mode.startsWith('d'));
    expect(new Set(folders.map(([, mode]) => mode))).toEqual(new Set(['drwxr-xr-x']));

    const [first, again] = [folderOfStandIn('first'), folderOfStandIn('again')];
    const packed = readFileSync(makeDeb(first, '022'));
    expect(packed.byteLength).toBeGreaterThan(100_000);
    expect(readFileSync(makeDeb(again, '077')).equals(packed)).toBe(true);
  });

  test('says what it is, and asks for what the executable is linked with', ({ skip }) => {
    skip(!hasDpkg, 'dpkg is not installed');
    const field = (name: string) => done('dpkg-deb', ['--field', deb, name]).trim();
    expect(field('Package')).toBe('sitedeck');
    expect(field('Version')).toBe(version);
    expect(field('Architecture')).toBe(done('dpkg', ['--print-architecture']).trim());
    expect([field('Section'), field('Priority')]).toEqual(['web', 'optional']);
    expect(field('Maintainer')).toBe('Ada Packager <ada@example.org>');
    expect(field('Description').split('\n')[0]).toBe('website analytics in your terminal');
    const content = readFileSync(executable);
    const bytes = content.byteLength;
    expect(Number(field('Installed-Size')) * 1024).toBeGreaterThan(bytes);
    expect(Number(field('Installed-Size')) * 1024).toBeLessThan(bytes + 1_000_000);
    const asked = versionsIn(content);
    const newest = (name: string) =>
      Math.max(...[...asked].filter(each => each.startsWith(`${name}_`)).map(weight));
    expect(newest('GLIBC')).toBeLessThanOrEqual(weight('GLIBC_2.28'));
    // What version 7 of libstdc++ has.
    expect(newest('GLIBCXX')).toBeLessThanOrEqual(weight('GLIBCXX_3.4.24'));
    expect(field('Depends')).toBe('libc6 (>= 2.28), libgcc-s1 (>= 3.0), libstdc++6 (>= 7)');
  });

  test('installed it runs, and removed nothing of it is left', { timeout: 300_000 }, ({ skip }) => {
    skip(!hasDpkg, 'dpkg is not installed');
    skip(process.getuid?.() !== 0, 'only root may install packages');
    makeEmptyRoot();
    dpkg('--install', deb);
    expect(
      done('dpkg-query', [`--admindir=${root}/var/lib/dpkg`, '--show', '-f=${Status}', 'sitedeck']),
    ).toBe('install ok installed');
    expect(done(join(root, 'usr/bin/sitedeck'), ['--version'])).toBe(`sitedeck ${manifest.version}\n`);
    const read = (path: string) => readFileSync(join(root, 'usr/share', path));
    expect(gunzipSync(read('man/man1/sitedeck.1.gz')).toString()).toContain('.TH SITEDECK 1');
    expect(gunzipSync(read('doc/sitedeck/changelog.gz')).toString()).toContain('## 0.1.0');
    expect(gunzipSync(read('doc/sitedeck/changelog.Debian.gz')).toString()).toMatch(
      new RegExp(`^sitedeck \\(${version}\\) .*\n[^]* Thu, 19 Nov 2026 12:00:00 \\+0000\n$`),
    );
    const copyright = read('doc/sitedeck/copyright').toString();
    for (const words of ['The Sitedeck authors', 'zod', 'https://db-ip.com', 'OpenSSL'])
      expect(copyright).toContain(words);
    expect(read('bash-completion/completions/sitedeck').toString()).toBe(
      done(executable, ['completion', 'bash']),
    );
    expect(read('zsh/vendor-completions/_sitedeck').toString()).toMatch(/^#compdef sitedeck\n/);

    dpkg('--purge', 'sitedeck');
    expect(readdirSync(root)).toEqual(['var']);
    expect(readdirSync(join(root, 'var/lib/dpkg/info'))).toEqual(['format']);
  });
});

/** A folder to make a package of, with a script in place of the executable, which is large. */
function folderOfStandIn(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'sitedeck'), `#!/bin/sh\nexec '${executable}' "$@"\n`, { mode: 0o755 });
  cpSync(join(folder, 'licences.md'), join(path, 'licences.md'));
  return path;
}

/** The package of what is in a folder, made under an umask; uncompressed, which is quick. */
function makeDeb(of: string, umask = '022'): string {
  const build = `umask ${umask} && "$0" build/deb.ts --outDir "$1" --compression none`;
  const env = { ...process.env, SOURCE_DATE_EPOCH, DEBFULLNAME: 'Ada Packager', DEBEMAIL: 'ada@example.org' };
  return done('sh', ['-c', build, process.execPath, of], env).trim();
}

/** A system with nothing in it but what dpkg itself needs. */
function makeEmptyRoot(): void {
  mkdirSync(join(root, 'var/lib/dpkg/updates'), { recursive: true });
  mkdirSync(join(root, 'var/lib/dpkg/info'));
  writeFileSync(join(root, 'var/lib/dpkg/status'), '');
}

function dpkg(...args: string[]): void {
  const scratch = [`--root=${root}`, `--log=${folder}/dpkg.log`, '--force-depends', '--force-bad-path'];
  done('dpkg', [...scratch, ...args]);
}

function hasProgram(name: string): boolean {
  return run('sh', ['-c', `command -v ${name}`]).code === 0;
}

function done(command: string, args: readonly string[], env = process.env): string {
  const { code, stdout, stderr } = run(command, args, env);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Names of the versions of glibc and libstdc++ that an executable is linked with. */
function versionsIn(content: Buffer): Set<string> {
  const found = new Set<string>();
  for (let at = content.indexOf('GLIBC'); at !== -1; at = content.indexOf('GLIBC', at + 1)) {
    const [name] = /^GLIBC(?:XX)?_[\d.]+(?=\0)/.exec(content.toString('latin1', at, at + 40)) ?? [];
    if (name !== undefined) found.add(name);
  }
  return found;
}

/** "GLIBC_2.28" as a number that can be compared. */
function weight(symbol: string): number {
  const [one = 0, two = 0, three = 0] = (symbol.split('_')[1] ?? '').split('.').map(Number);
  return (one * 1_000 + two) * 1_000 + three;
}
