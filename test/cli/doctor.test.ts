import { appendFileSync, chmodSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openThemeFile } from '#config/choices.ts';
import { terminalFindings } from '#cli/services/doctorMachine.ts';
import {
  apiKey,
  profilesFile,
  run,
  saveProfiles,
  startService,
  startSite,
  temporaryHome,
  type Ran,
} from './fixture.ts';

interface Found {
  readonly section: string;
  readonly name: string;
  readonly value: string;
  readonly problem: string | null;
}

const found = ({ stdout }: Ran): readonly Found[] => JSON.parse(stdout).rows;
const problems = (ran: Ran) => found(ran).filter(({ problem }) => problem !== null);
const value = (ran: Ran, section: string, name: string) =>
  found(ran).find(each => each.section === section && each.name === name)?.value;

test('a service that answers: exit code 0, what it has, and no key', async () => {
  const service = await startSite();
  const ran = await run(['doctor', '--json'], service);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(problems(ran)).toEqual([]);
  expect(value(ran, 'Service', 'websites')).toBe('1 website');
  expect(value(ran, 'Service', 'has')).toBe('17 statistics');
  expect(value(ran, 'Service', 'answers')).toMatch(/^in \d+ ms$/);
  expect(ran.stdout).not.toContain(apiKey);
});

test('what is wrong is said with its remedy, all of it, and the exit code is 1', async () => {
  const home = temporaryHome();
  saveProfiles(home, { work: { url: 'http://127.0.0.1:9', apiKey, timeZone: 'UTC' } }, 'work');
  const log = join(home.path, 'access.log');
  writeFileSync(log, '');
  await run(['logs', 'add', 'one.example', log], { home });
  const gone = join(home.path, 'gone.log');
  writeFileSync(gone, '');
  await run(['logs', 'add', 'two.example', gone], { home });
  rmSync(gone);
  const env = { LC_ALL: 'C' };
  const ran = await run(['doctor', '--json'], { home, env });
  expect(ran.code).toBe(1);
  expect(problems(ran)).toEqual([
    expect.objectContaining({
      name: 'characters',
      problem:
        'The locale is not UTF-8, so charts are drawn in ASCII: set LANG to one that is, such as C.UTF-8.',
    }),
    expect.objectContaining({
      section: 'Service',
      value: 'no',
      problem: expect.stringContaining('127.0.0.1:9'),
    }),
    expect.objectContaining({ name: 'two.example', problem: expect.stringContaining('No file is there') }),
  ]);
  expect(value(ran, 'Profiles', 'work')).toBe('service, http://127.0.0.1:9, key from the file, UTC, current');
  expect(ran.stdout).not.toContain(apiKey);

  chmodSync(profilesFile(home), 0o644);
  const open = await run(['doctor'], { home, env });
  expect(open.code).toBe(1);
  expect(open.stdout).toContain('! Other people on this machine can read');
  expect(open.stdout).toMatch(/\n\d things are wrong: see the lines with !\n$/);
  expect(open.stdout).not.toContain(apiKey);
});

test('it says which interface answered, what it can change, and which key was used, wherever that is from', async () => {
  const service = await startService();
  const home = temporaryHome();
  const used = async (env: Readonly<Record<string, string>>, args: readonly string[] = []) => {
    const ran = await run(['doctor', '--json', ...args], { home, env });
    expect(ran.stdout).not.toContain(apiKey);
    return value(ran, 'Service', 'key');
  };
  const ran = await run(['doctor', '--json'], service);
  expect(value(ran, 'Service', 'interface')).toBe('phpAnalytics');
  expect(value(ran, 'Service', 'changes')).toBe(
    'domain, email, exclude_bots, exclude_params, exclude_ips, privacy',
  );
  const logs = await run(['doctor', '--json', '--profile', 'logs']);
  expect(value(logs, 'Service', 'interface')).toBe('phpAnalytics, with more statistics');
  expect(await used(service.env)).toBe('from SITEDECK_API_KEY');

  const { url } = service;
  const other = { url, apiKeyCommand: `echo ${apiKey}`, readOnly: true };
  saveProfiles(home, { file: { url, apiKey }, other });
  expect(await used({}, ['--profile', 'file'])).toBe('from the file');
  expect(await used({}, ['--profile', 'other'])).toBe('from its command');
  // It is used in place of the profile's own.
  expect(await used({ SITEDECK_API_KEY: apiKey }, ['--profile', 'other'])).toBe('from SITEDECK_API_KEY');
  const readOnly = await run(['doctor', '--json', '--profile', 'other'], { home });
  expect(value(readOnly, 'Service', 'changes')).toBe('nothing: read-only');
});

test('without a service it makes no demo', async () => {
  const home = temporaryHome();
  const ran = await run(['doctor', '--json'], { home });
  expect(value(ran, 'Service', 'answers')).toBe('the demo is made when it is first opened');
  expect(readdirSync(home.path, { recursive: true }).filter(name => String(name).includes('sqlite'))).toEqual(
    [],
  );
});

test('the theme is the one that was chosen', async () => {
  const home = temporaryHome();
  const service = await startService();
  const themeWith = async (env: Readonly<Record<string, string>>) =>
    value(await run(['doctor', '--json'], { home, env: { ...service.env, ...env } }), 'Terminal', 'theme');
  expect(await themeWith({})).toBe('terminal, as its background is not known');
  expect(await themeWith({ COLORFGBG: '0;15' })).toBe('light, by COLORFGBG');
  const folder = join(home.path, 'data', 'sitedeck');
  openThemeFile(folder, 'xterm').saveTheme('high-contrast');
  expect(await themeWith({ COLORFGBG: '0;15' })).toBe('high-contrast, chosen');
  expect(await themeWith({ NO_COLOR: '1' })).toMatch(/^without colours/);
});

test('a log that grew long after it was read is wrong, until it is read', async () => {
  const home = temporaryHome();
  const log = join(home.path, 'access.log');
  const line = (time: string) => `203.0.113.7 - - [${time} +0000] "GET / HTTP/1.1" 200 5 "-" "Mozilla/5.0"\n`;
  const grow = (text: string, time: string) => {
    appendFileSync(log, text);
    utimesSync(log, new Date(time), new Date(time));
  };
  const logProblems = async () => problems(await run(['doctor', '--json'], { home }));
  grow(line('10/Nov/2026:12:00:00'), '2026-11-10T12:00:00Z');
  await run(['logs', 'add', 'one.example', log], { home });
  expect(await logProblems()).toEqual([]);
  // Within a day somebody may be about to read it.
  grow(line('11/Nov/2026:12:00:00'), '2026-11-11T12:00:00Z');
  expect(await logProblems()).toEqual([]);
  grow(line('11/Nov/2026:12:00:01'), '2026-11-11T12:00:01Z');
  expect(await logProblems()).toEqual([
    expect.objectContaining({
      section: 'Logs',
      name: 'one.example',
      problem:
        'It has grown for over a day since, and nothing reads it: run  sitedeck logs update  from cron, or keep  sitedeck serve  running.',
    }),
  ]);
  expect(await run(['logs', 'update'], { home })).toMatchObject({ code: 0 });
  // What is not counted is read all the same.
  grow('no line of a log\n', '2026-11-20T12:00:00Z');
  await run(['logs', 'update'], { home });
  expect(await logProblems()).toEqual([]);
});

test('a key that is not accepted comes with where to put another', async () => {
  const service = await startService();
  const home = temporaryHome();
  const { url } = service;
  saveProfiles(home, { file: { url, apiKey: 'old' }, other: { url, apiKeyCommand: 'echo old' } });
  const problem = async (args: readonly string[], env = {}) => {
    const ran = await run(['doctor', '--json', ...args], { home, env });
    expect(ran.code).toBe(1);
    return problems(ran)[0]?.problem;
  };
  expect(await problem(['--profile', 'file'])).toMatch(/ Give it another: {2}sitedeck profile sign-in file$/);
  expect(await problem(['--profile', 'other'])).toMatch(/ Check what the apiKeyCommand of other prints\.$/);
  expect(await problem([], { SITEDECK_URL: url, SITEDECK_API_KEY: 'old' })).toMatch(
    / Check SITEDECK_API_KEY\.$/,
  );
});

test('a window that is too small is wrong, one whose size is not known is not', () => {
  const sizeOf = (columns: number, rows: number) =>
    terminalFindings({
      env: { TERM: 'xterm', LANG: 'C.UTF-8' },
      stdinIsTTY: true,
      stdoutIsTTY: true,
      size: { columns, rows },
      args: { ascii: false, noColor: false },
      folder: temporaryHome().path,
    }).find(({ name }) => name === 'size');
  expect(sizeOf(40, 10)).toMatchObject({ value: '40x10', problem: undefined });
  expect(sizeOf(39, 10)?.problem).toBe('Screens need at least 40x10: make the window larger.');
  expect(sizeOf(40, 9)?.problem).toBe('Screens need at least 40x10: make the window larger.');
  expect(sizeOf(0, 0)).toMatchObject({
    value: '0x0: the terminal does not say it, so screens have 80x24',
    problem: undefined,
  });
});

test('a key that can be read on its way is wrong, whether the service answers or not', async () => {
  const keyProblem = async (env: Readonly<Record<string, string>>) => {
    const ran = await run(['doctor', '--json'], { env: { SITEDECK_API_KEY: apiKey, ...env } });
    expect(ran.code).toBe(1);
    return found(ran).find(({ section, name }) => section === 'Service' && name === 'key')?.problem;
  };
  expect(await keyProblem({ SITEDECK_URL: 'http://stats.invalid' })).toBe(
    'Over http:// it can be read on its way: use https://.',
  );
  const unchecked = { SITEDECK_URL: 'https://127.0.0.1:9', NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  expect(await keyProblem(unchecked)).toBe(
    'With NODE_TLS_REJECT_UNAUTHORIZED=0 no certificate is checked, so it can be read on its way: unset it.',
  );
  expect(await keyProblem({ SITEDECK_URL: 'https://127.0.0.1:9' })).toBeNull();
  expect(await keyProblem({ SITEDECK_URL: 'http://127.0.0.1:9' })).toBeNull();
});
