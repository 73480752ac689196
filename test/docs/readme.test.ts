import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join, relative, sep } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { startService } from '../cli/fixture.ts';
import type { Home } from '../helpers/home.ts';
import { startTerminal } from '../helpers/terminal.ts';
import { films } from '../pictures/pictures.ts';
import { shellBlocks } from './markdown.ts';
import { readPage, root } from './pages.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';

const { text } = readPage('README.md');
const pictures = [...text.matchAll(/^!\[[^\]]+\]\(test\/pictures\/([\w-]+)\.svg\)$/gm)].map(
  ([, name]) => name,
);

test('the README has at most 200 lines', () => {
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});

test('its pictures are one that moves, at the top, and one for each of five things', () => {
  expect(pictures[0]).toBe(films[0]?.name);
  expect(pictures.slice(1)).toEqual(['websites', 'dashboard', 'why', 'now', 'settings']);
  expect(text.indexOf('![')).toBeLessThan(text.indexOf('```sh'));
});

test(
  'its first block builds and starts the program, and passes the tests, in a folder that has nothing else; a build takes away the one before',
  { timeout: 600_000 },
  async () => {
    const [first = []] = shellBlocks(text);
    const commands = first.map(line => line.split(' && '));
    expect(commands).toEqual([
      ['npm ci', 'npm start'],
      ['npm ci', 'npm test'],
    ]);
    const place = copyOfRepository();
    const home = temporaryHome();
    const run = (script: string) => runIn(place, home, script);

    for (const script of ['npm start', 'npm test']) {
      const { code, stderr } = await run(script);
      expect(code).not.toBe(0);
      expect(stderr.split('\n').filter(line => line !== '' && !line.startsWith('npm warn'))).toEqual([
        'Run "npm ci" first: it brings what this needs, and builds the program.',
      ]);
    }

    const [[, start = ''] = [], [, tests = ''] = []] = commands;
    bringPackages(place);
    // A build, which packing is too, takes away what was built before, but not the single executable.
    const built = join(place, 'dist');
    mkdirSync(join(built, 'standalone'), { recursive: true });
    for (const name of ['old.js', 'standalone/sitedeck', 'standalone/licences.md'])
      writeFileSync(join(built, name), name);
    // What npm ci runs, and the tests do before they begin: one build is both. Every check of a clean clone begins with npm ci.
    expect(manifest.scripts.dependencies).toBe('npm run build');
    expect(manifest.scripts.test).toContain('&& npm run build && vitest run');
    // One file of them, of those that start no program: this one would go on for ever.
    const { code, stdout, stderr } = await run(`${tests} -- --mode fast test/model/period/day.test.ts`);
    expect({ code, said: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, said: '' });
    // The build says nothing.
    expect(stderr).toBe('');
    expect(stripVTControlCharacters(stdout)).toMatch(/configSchema\.ts\s+RUN [^]*Test Files +1 passed/);
    expect(readFileSync(join(built, 'standalone/sitedeck'), 'utf8')).toBe('standalone/sitedeck');
    expect(readdirSync(join(built, 'standalone'))).toEqual(['licences.md', 'sitedeck']);
    expect(readdirSync(built)).toContain('sitedeck.js');
    expect(readdirSync(built)).not.toContain('old.js');

    const service = await startService();
    await service.add('one.example');
    await using terminal = startTerminal({
      command: 'bash',
      args: ['-c', `cd '${place}' && ${start}`],
      home,
      env: { ...environment(home), ...service.env },
    });
    await terminal.waitFor('one.example', 60_000);
    terminal.press('q');
    expect(await terminal.exit).toEqual({ code: 0, signal: 0 });
  },
);

/** On the disk: what is installed takes hundreds of megabytes. */
function copyOfRepository(): string {
  const disk = '/var/tmp';
  const place = mkdtempSync(join(existsSync(disk) ? disk : tmpdir(), 'sitedeck-clone-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true, maxRetries: 5 }));
  const isLeftOut = (path: string) =>
    ['node_modules', 'dist', '.git'].includes(relative(root, path).split(sep)[0] ?? '');
  cpSync(root, place, { recursive: true, filter: path => !isLeftOut(path) });
  return place;
}

/** Each package as a link, beside what Vitest keeps there. */
function bringPackages(place: string): void {
  const from = join(root, 'node_modules');
  const link = (name: string) => symlinkSync(join(from, name), join(place, 'node_modules', name));
  mkdirSync(join(place, 'node_modules'));
  for (const name of readdirSync(from)) {
    if (name === '.bin' || name === '.package-lock.json' || !/^[.]/.test(name)) link(name);
  }
}

/** As a new user has it: not the Node of this repository, nothing of these tests, but npm's own settings and cache. */
function environment(home: Home): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name]) => /proxy$|^NODE_EXTRA_CA_CERTS$/i.test(name) || name === 'npm_config_registry',
  );
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter(folder => !folder.includes('node_modules'));
  const { NODE_COMPILE_CACHE: _, ...ofHome } = home.env;
  return {
    ...Object.fromEntries(kept.map(([name, value]) => [name, value ?? ''])),
    ...ofHome,
    PATH: path.join(delimiter),
    npm_config_cache: process.env['npm_config_cache'] ?? join(homedir(), '.npm'),
    npm_config_userconfig: process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'),
    npm_config_prefer_offline: 'true',
  };
}

async function runIn(cwd: string, home: Home, script: string) {
  const child = spawn('bash', ['-c', script], {
    cwd,
    env: environment(home),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, stdout, stderr };
}
