import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { start } from '../../helpers/application.ts';
import { foreignBytes, foreignPrint } from '../../helpers/foreignBytes.ts';
import { hostileTexts } from '../../helpers/hostileTexts.ts';
import { useTextService } from '../../helpers/textApplication.ts';
import { run, temporaryHome, type Ran } from '../../cli/fixture.ts';
import { temporaryDemo } from '../../helpers/temporaryHome.ts';

/** An argument holds no NUL, and of what is no text only the replacement. */
const words = hostileTexts.map(word => word.replaceAll('\0', '').toWellFormed());
const all = words.filter(word => word.length < 5000).join('/');
const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? '';

/** One readable line, without anything that a terminal would obey. */
function expectOneLine({ stderr, stdout, code }: Ran, where: string): void {
  const seen = `${where}: ${JSON.stringify(stderr)}`;
  expect([...foreignPrint(stderr), ...foreignPrint(stdout)].map(found => `${where}: ${found}`)).toEqual([]);
  if (code === 0 || !/^sitedeck: .{10,1500}\n$/.test(stderr)) throw new Error(`${seen}, code ${code}`);
}

/** Two at a time. */
async function each<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await act(item);
  };
  await Promise.all([worker(), worker()]);
}

describe('an error is one line without control characters', () => {
  test('whatever the argument', async () => {
    const home = await temporaryDemo();
    const forms = [
      [all],
      [longest],
      [`--${all}`],
      ['--profile', all, 'websites', 'list'],
      ['--url', all, 'websites', 'list'],
      ['--url', `https://${all}`, 'websites', 'list'],
      ['--format', all, 'websites', 'list'],
      ['websites', all],
      ['websites', 'list', '--sort', all],
      ['websites', 'list', '--page', all],
      ['websites', 'list', all],
      ['stats', all, 'visitors'],
      ['stats', 'shop.example.com', all],
      ['stats', 'shop.example.com', 'visitors', '--period', all],
      ['import', 'shop.example.com', `/nowhere/${all}`],
      ['completion', all],
    ];
    await each(forms, async form =>
      expectOneLine(await run(form, { home }), JSON.stringify(form).slice(0, 60)),
    );
  });

  test('whatever the environment', async () => {
    const home = temporaryHome();
    const settings: Record<string, string>[] = [
      { SITEDECK_URL: all, SITEDECK_API_KEY: 'key' },
      { SITEDECK_URL: `http://127.0.0.1:1/${all}`, SITEDECK_API_KEY: 'key' },
      { SITEDECK_URL: `http://${all}`, SITEDECK_API_KEY: 'key' },
      { SITEDECK_URL: all },
      { SITEDECK_URL: 'http://127.0.0.1:1', SITEDECK_API_KEY: all },
      { SITEDECK_PROFILE: all },
      { XDG_DATA_HOME: `/dev/null/${all}`, SITEDECK_PROFILE: 'logs' },
      { XDG_CONFIG_HOME: `/dev/null/${all}`, SITEDECK_PROFILE: 'x' },
    ];
    await each(settings, async env =>
      expectOneLine(await run(['websites', 'list'], { env, home }), JSON.stringify(env).slice(0, 60)),
    );
  });

  test('a place where no demo can be made is said in one line, whatever its name', async () => {
    const { code, stdout, stderr } = await run(['websites', 'list'], {
      env: { XDG_DATA_HOME: `/dev/null/${all}` },
    });
    expect([...foreignPrint(stdout), ...foreignPrint(stderr)]).toEqual([]);
    expect(stderr.split('\n')[0]).toMatch(
      /^The demo is in memory only: \/dev\/null\/.* cannot be used: a part of its path/,
    );
    expect(code).toBe(0);
  });

  test('whatever stands in the file of profiles', async () => {
    const profile = { url: 'http://127.0.0.1:1', apiKey: 'key' };
    const files: readonly unknown[] = [
      all,
      { version: 1, profiles: { [all]: profile } },
      { version: 1, profiles: { x: { ...profile, url: all } }, current: 'x' },
      { version: 1, profiles: { x: { ...profile, url: `http://127.0.0.1:1/${all}` } }, current: 'x' },
      { version: 1, profiles: { x: { ...profile, apiKeyCommand: all, apiKey: undefined } }, current: 'x' },
      { version: 1, profiles: { x: { ...profile, timeZone: all } }, current: 'x' },
      { version: 1, profiles: { x: profile }, current: all },
      { version: all, profiles: {} },
    ];
    await each(files, async file => {
      const home = temporaryHome();
      const folder = join(home.path, 'config', 'sitedeck');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, 'profiles.json'), JSON.stringify(file), { mode: 0o600 });
      expectOneLine(await run(['websites', 'list'], { home }), JSON.stringify(file).slice(0, 60));
    });
  });

  test.each([403, 500])('whatever the service says with a %i', async failing => {
    const service = await useTextService();
    const env = {
      SITEDECK_URL: service.url,
      SITEDECK_API_KEY: service.keyFor({ texts: hostileTexts, failing }),
    };
    const printed = await run(['websites', 'list'], { env });
    expect([...foreignPrint(printed.stdout), ...foreignPrint(printed.stderr)]).toEqual([]);
    expect(printed.code).toBeGreaterThan(0);
    expect(printed.stderr).toMatch(/^sitedeck: .+\n/);
  });
});

test('what is printed of hostile texts is plain text', async () => {
  const service = await useTextService();
  const env = { SITEDECK_URL: service.url, SITEDECK_API_KEY: service.keyFor({ texts: hostileTexts }) };
  const home = temporaryHome();
  const commands = [
    ['websites', 'list', '--per-page', '100'],
    ['websites', 'show', '0'],
    ['stats', '0', 'referrer', 'page', 'country', 'visitors', 'visitors_hours'],
    ['report', '0'],
    ['--format', 'markdown', 'stats', '0', 'referrer'],
  ];
  await each(commands, async args => {
    const { code, stdout, stderr } = await run(args, { env, home });
    expect(`${args.join(' ')} ${code} ${stderr.slice(0, 300)}`).toMatch(/ 0 /);
    expect([...foreignPrint(stdout), ...foreignPrint(stderr)]).toEqual([]);
    // Markdown is also for programs: there what cannot be seen is written out.
    expect(stdout).toMatch(/a\.redfar\.z|\\u001b/);
  });
});

test('an address full of them stands in the header of the application as text', async () => {
  const terminal = start({
    env: { SITEDECK_URL: `http://127.0.0.1:1/${all}`, SITEDECK_API_KEY: 'key' },
  });
  await terminal.waitFor(/could not be read|sitedeck: /, 60_000);
  terminal.press('^C');
  await terminal.exit;
  expect(foreignBytes(terminal.output.replaceAll('\n', '\r\n').replaceAll('\r\r\n', '\r\n'))).toEqual([]);
});
