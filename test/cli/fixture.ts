import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import { createApi, openFaultServer } from '../helpers/apiFixture.ts';
import type { Api } from '#api/api.ts';
import { todayIn } from '#model/period/day.ts';
import type { Day, StatisticName } from '#model/statistics/statistics.ts';
import { websiteDefaults, type WebsiteFields } from '#model/website/website.ts';
import { listen } from '#server/http.ts';
import { openService, type ServiceOptions } from '#server/openService.ts';
import type { Answer } from '../helpers/faultServer.ts';
import type { Home } from '../helpers/home.ts';
import { builtProgram, runner } from '../helpers/program.ts';
import { runWarm, type Ran } from '../helpers/warmProgram.ts';
import { startUmami } from '../helpers/umami/server.ts';
import type { Seed } from '../helpers/umami/world.ts';
import { temporaryFolder } from '../helpers/temporaryFolder.ts';
import { putStatistics } from '../server/serverFixture.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';

export const program = builtProgram;
export { runner, temporaryHome };
export const apiKey = 'sk-test-3f9a/SECRET';
export const today = todayIn('UTC', new Date());

export type { Ran };

export interface RunOptions {
  readonly home?: Home;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

/** The file that the profiles of a home are in. */
export function profilesFile(home: Home): string {
  return join(home.path, 'config', 'sitedeck', 'profiles.json');
}

/** Writes profiles by hand, as the only ones. */
export function saveProfiles(home: Home, profiles: object, current?: string): void {
  mkdirSync(join(home.path, 'config', 'sitedeck'), { recursive: true, mode: 0o700 });
  writeFileSync(profilesFile(home), JSON.stringify({ version: 1, current, profiles }), { mode: 0o600 });
}

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

/** A line of an access log; `front` is what stands before it. */
export function logLine(
  path: string,
  { address = '203.0.113.9', front = '', status = 200, who = agent } = {},
): string {
  return `${front}${address} - - [10/Mar/2026:10:00:00 +0000] "GET ${path} HTTP/1.1" ${status} 12 "-" "${who}"\n`;
}

export function start(args: readonly string[], options: RunOptions = {}) {
  const home = options.home ?? temporaryHome();
  return spawn(runner, [program, ...args], {
    cwd: home.path,
    env: { ...home.env, ...options.env },
  });
}

/** Runs the built program to its end, with no terminal anywhere; in a warm process where that makes no difference. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  if (needsProcess(options.env)) return await runProcess(args, options);
  const home = options.home ?? temporaryHome();
  const env = { ...home.env, ...options.env };
  return await runWarm({ program, args, env, cwd: home.path, stdin: options.stdin ?? '' });
}

/** Whether something is set that Node reads as it starts, or processes are asked for. */
export function needsProcess(env: Readonly<Record<string, string>> = {}): boolean {
  const isAsked = (process.env['SITEDECK_TEST_PROCESSES'] ?? '') !== '';
  return isAsked || !program.endsWith('.js') || Object.keys(env).some(name => /^(NODE_|LC_|LANG)/.test(name));
}

/** The same, always in a process of its own. */
export async function runProcess(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = start(args, options);
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.stdin ?? '');
  return await ended(child);
}

/** What a process says until it ends; nothing of an output that is not piped. */
export async function ended(child: ChildProcess): Promise<Ran> {
  const read = (stream: Readable | null) => (stream === null || stream.destroyed ? '' : text(stream));
  const [stdout, stderr] = await Promise.all([read(child.stdout), read(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

type Entry = readonly [day: Day, value: string, count: number];

export interface TestService {
  readonly url: string;
  readonly api: Api;
  /** Has the program use it. */
  readonly env: Readonly<Record<string, string>>;
  add(domain: string, fields?: Partial<WebsiteFields>): Promise<string>;
  count(id: string, name: StatisticName, ...entries: readonly Entry[]): Promise<void>;
}

/** A file of the embedded service on a socket of its own. */
export async function serve(options: Pick<ServiceOptions, 'file' | 'countsLogs' | 'demo'>) {
  const service = await openService({ ...options, today: () => today, apiKey });
  const listener = await listen(service);
  onTestFinished(async () => {
    await listener.close();
    service.close();
  });
  const { url } = listener;
  return { url, api: createApi({ baseUrl: url, apiKey }), env: serviceAt(url) };
}

/**
 * The embedded service on a socket of its own.
 * @param countsLogs whether it is that of own logs, which offers three statistics more
 */
export async function startService(countsLogs = false): Promise<TestService> {
  const file = join(temporaryFolder(), 'service.sqlite');
  const served = await serve({ file, countsLogs });
  return {
    ...served,
    async add(domain, fields = {}) {
      const website = await served.api.createWebsite({ ...websiteDefaults, ...fields, domain });
      return website?.id ?? '';
    },
    count: (id, name, ...entries) => putStatistics(file, Number(id), name, entries),
  };
}

/** A service with the website one.example, whose id is 1, and counts of it. */
export async function startSite(
  ...counts: readonly (readonly [name: StatisticName, ...entries: readonly Entry[]])[]
): Promise<TestService> {
  const service = await startService();
  const id = await service.add('one.example');
  for (const [name, ...entries] of counts) await service.count(id, name, ...entries);
  return service;
}

/** An Umami, in a home whose only profile is somebody who is signed in to it. */
export async function umamiHome(seed: Seed, username = 'anna') {
  const server = await startUmami(seed);
  const home = temporaryHome();
  const key = server.tokenOf(username);
  saveProfiles(home, { work: { kind: 'umami', url: server.url, apiKey: key, timeZone: 'UTC' } }, 'work');
  return { server, key, home, shell: async (...args: string[]) => await run(args, { home }) };
}

/** A server that answers what the test says, and what has the program use it. */
export async function startFaulty(answer?: Answer) {
  const server = await openFaultServer();
  if (answer !== undefined) server.answerWith(answer);
  return { server, env: serviceAt(server.url) };
}

/** What has the program use a service that takes the key of the tests. */
export function serviceAt(url: string): Readonly<Record<string, string>> {
  return { SITEDECK_URL: url, SITEDECK_API_KEY: apiKey };
}

/** The one line of a command that printed nothing else and ended with the code of wrong use, or another. */
export function refusal({ code, stdout, stderr }: Ran, expected = 2): string {
  expect({ code, stdout, stderr }).toEqual({ code: expected, stdout: '', stderr });
  return errorLine({ code, stdout, stderr });
}

/** The one line of an error, without its line feed. */
export function errorLine({ stderr }: Ran): string {
  const lines = stderr.split('\n');
  if (lines.length !== 2 || lines[1] !== '') throw new Error(`not one line:\n${stderr}`);
  return lines[0] ?? '';
}

/** Characters a terminal would obey; line feeds are ours. */
export const obeyed = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
