import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { cachedCode, ownCompileCache } from '../helpers/cachedCode.ts';
import { startTerminal } from '../helpers/terminal.ts';
import { install, pack, run } from './installedPackage.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';

/** Some minutes of downloads: run with SITEDECK_TEST_NODES=1 before a release. */
const isAsked = (process.env['SITEDECK_TEST_NODES'] ?? '') !== '';

describe.runIf(isAsked)('installed from the package', () => {
  // Where nothing is asked for nothing is removed either.
  const folder = isAsked ? mkdtempSync(join(tmpdir(), 'sitedeck-nodes-')) : '';
  afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000);
  const prefix = join(folder, 'prefix');
  const problem = isAsked ? install(pack(folder).tarball, prefix).problem : undefined;
  const entry = join(prefix, 'lib', 'node_modules', 'sitedeck', 'dist', 'sitedeck.js');

  test.for(['22.13.0', '22', '24', '26'])(
    'it works on Node %s',
    { timeout: 300_000 },
    async (version, { skip }) => {
      skip(problem !== undefined, problem);
      const node = download(version, skip);
      const terminal = startTerminal({ command: node, args: [entry], env: ownCompileCache });
      onTestFinished(() => terminal.stop());
      await terminal.waitFor('podcast.example.com', 60_000);
      terminal.press('Enter');
      await terminal.waitFor('Landing pages');
      terminal.press('^C');
      expect(await terminal.exit).toEqual({ code: 0, signal: 0 });
      expect(terminal.output).not.toContain('Warning');

      const { home } = terminal;
      const compiled = cachedCode(home);
      expect(compiled).not.toEqual({});
      const second = startTerminal({ command: node, args: [entry], env: ownCompileCache, home });
      onTestFinished(() => second.stop());
      await second.waitFor('podcast.example.com', 60_000);
      second.press('^C');
      await second.exit;
      // What the first start has left could be used.
      expect(cachedCode(home)).toMatchObject(compiled);
      const log = join(home.path, 'access.log');
      writeFileSync(
        log,
        '203.0.113.7 - - [19/Nov/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 512 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"\n',
      );
      expect(run(node, [entry, 'import', 'example.com', log], home.env)).toMatchObject({
        code: 0,
        stderr: '',
      });
      const listed = run(node, [entry, 'websites', 'list', '--json'], home.env);
      expect(listed).toMatchObject({ code: 0, stderr: '' });
      expect(listed.stdout).toContain('podcast.example.com');
    },
  );

  test('Node 20 is told what is missing, in one line', { timeout: 300_000 }, ({ skip }) => {
    skip(problem !== undefined, problem);
    const node = download('20', skip);
    const home = temporaryHome();
    const { code, stdout, stderr } = run(node, [entry], home.env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^sitedeck: needs Node 22\.13 or newer, and this is 20\.\d+\.\d+\.\n$/);
  });

  /** The program `node` of a version, which the npm package of that name brings. */
  function download(version: string, skip: (condition: boolean, note?: string) => void): string {
    const place = join(folder, version);
    mkdirSync(place);
    const { problem: missing } = install(`node@${version}`, place, ['--no-save', '--ignore-scripts=false']);
    skip(missing !== undefined, missing);
    return join(place, 'node_modules', 'node', 'bin', 'node');
  }
});

test.runIf(isAsked)('no package is known to be unsafe', { timeout: 60_000 }, ({ skip }) => {
  const { code, stdout, stderr } = run('npm', ['audit', '--audit-level=low']);
  skip(/audit endpoint returned an error/.test(stderr), 'the registry of this machine answers no audit');
  expect({ code, stdout }).toMatchObject({ code: 0 });
});
