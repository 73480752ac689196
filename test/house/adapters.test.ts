import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serviceKinds } from '#model/service/connection.ts';
import { startService, temporaryHome } from '../cli/fixture.ts';
import { builtProgram } from '../helpers/program.ts';
import { allBits, startGoatCounter } from '../helpers/goatCounter/server.ts';
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

test('docs/configuration.md names each kind that a profile can have', () => {
  const page = readFileSync(join(root, '../docs/configuration.md'), 'utf8');
  const [line = ''] = /^\| `kind` .*$/m.exec(page) ?? [];
  expect(serviceKinds.filter(kind => !line.includes(`\`${kind}\``))).toEqual([]);
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

describe.runIf(builtProgram.endsWith('.js')).each(['umami', 'goatCounter'] as const)(
  'the chunk of %s',
  name => {
    const chunk = `${name}.js`;

    test('it is of at most 20 KB, and loads neither the screens nor the commands', () => {
      const text = readFileSync(join(dirname(builtProgram), chunk), 'utf8');
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20 * 1024);
      const loaded = Array.from(text.matchAll(/require\(["'`]\.\/([^"'`]+)/g), ([, path]) => path);
      expect(loaded).toContain('service.js');
      const others = new Set(['rolldown-runtime.js', 'service.js', 'shared.js', 'adapters.js']);
      expect(loaded.filter(path => !others.has(path ?? ''))).toEqual([]);
    });

    test('without it all but its service runs: it is loaded only for a profile of its kind', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sitedeck-chunks-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      cpSync(dirname(builtProgram), folder, { recursive: true });
      rmSync(join(folder, chunk));
      const program = join(folder, 'sitedeck.js');
      const home = temporaryHome();
      const service = await startService();
      const umami = await startUmami(exampleSeed);
      const goatCounter = await startGoatCounter({ sites: [{ cname: 'stats.example' }] });
      const list = async (env: Readonly<Record<string, string>>) => {
        const options = { cwd: home.path, env: { ...home.env, ...env } };
        const child = spawn(process.execPath, [program, 'websites', 'list', '--json'], options);
        await once(child, 'close');
        return child.exitCode;
      };
      const own = {
        umami: { SITEDECK_URL: umami.url, SITEDECK_API_KEY: umami.tokenOf('anna') },
        goatCounter: { SITEDECK_URL: goatCounter.url, SITEDECK_API_KEY: goatCounter.tokenWith(allBits) },
      }[name];
      expect([await list(service.env), await list(own)]).toEqual([0, 3]);
      cpSync(dirname(builtProgram), folder, { recursive: true });
      expect(await list(own)).toBe(0);
    });
  },
);
