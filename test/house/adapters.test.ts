import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { serviceKinds } from '#model/service/connection.ts';
import { startService, temporaryHome } from '../cli/fixture.ts';
import { builtProgram } from '../helpers/program.ts';
import { exampleSeed } from '../helpers/umami/example.ts';
import { startUmami } from '../helpers/umami/server.ts';

const root = fileURLToPath(new URL('../../src', import.meta.url));

/** The adapters, their table, the list of kinds, and the profiles that name one. */
const ofKinds = /^(?:api\/\w+\/|api\/adapters\.ts|model\/service\/connection\.ts|config\/)/;

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => /\.tsx?$/.test(file));

test('nothing above the adapters knows which service it talks to', () => {
  expect(sources.length).toBeGreaterThan(300);
  const names = new RegExp(`['"\`](?:${serviceKinds.join('|')})['"\`]`);
  const knowing = sources.filter(
    file => !ofKinds.test(file) && names.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(knowing).toEqual([]);
  // That it finds one.
  expect(names.test("if (kind === 'umami')")).toBe(true);
});

test.each(
  readdirSync(join(root, 'api'), { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !['phpAnalytics', 'http'].includes(entry.name))
    .map(({ name }) => name),
)('only the table imports the adapter of %s, and its module only when it is used', folder => {
  const ofFolder = new RegExp(`^.*['"](?:#api|\\.)/${folder}/.*$`, 'gm');
  const imports = sources
    .filter(file => !file.startsWith(`api/${folder}/`))
    .flatMap(file => readFileSync(join(root, file), 'utf8').match(ofFolder) ?? [])
    .map(line => line.trim());
  expect(imports).toEqual([
    `import { capabilities as of${folder.charAt(0).toUpperCase()}${folder.slice(1)} } from './${folder}/capabilities.ts';`,
    `load: async () => (await import('./${folder}/adapter.ts')).${folder},`,
  ]);
});

test.runIf(builtProgram.endsWith('.js'))(
  'the chunk of Umami loads neither the screens nor the commands',
  () => {
    const chunk = readFileSync(join(dirname(builtProgram), 'umami.js'), 'utf8');
    const loaded = Array.from(chunk.matchAll(/require\(["'`]\.\/([^"'`]+)/g), ([, name]) => name);
    expect(loaded).toContain('service.js');
    const others = new Set(['rolldown-runtime.js', 'service.js', 'shared.js', 'adapters.js']);
    expect(loaded.filter(name => !others.has(name ?? ''))).toEqual([]);
  },
);

test.runIf(builtProgram.endsWith('.js'))(
  'without the chunk of Umami all but Umami runs: it is loaded only for a profile of its kind',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitedeck-chunks-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(dirname(builtProgram), folder, { recursive: true });
    rmSync(join(folder, 'umami.js'));
    const program = join(folder, 'sitedeck.js');
    const [service, umami, home] = [await startService(), await startUmami(exampleSeed), temporaryHome()];
    onTestFinished(() => umami.close());
    const list = async (env: Readonly<Record<string, string>>) => {
      const options = { cwd: home.path, env: { ...home.env, ...env } };
      const child = spawn(process.execPath, [program, 'websites', 'list', '--json'], options);
      await once(child, 'close');
      return child.exitCode;
    };
    const ofUmami = { SITEDECK_URL: umami.url, SITEDECK_API_KEY: umami.tokenOf('anna') };
    expect([await list(service.env), await list(ofUmami)]).toEqual([0, 3]);
    cpSync(dirname(builtProgram), folder, { recursive: true });
    expect(await list(ofUmami)).toBe(0);
  },
);
