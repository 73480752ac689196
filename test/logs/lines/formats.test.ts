import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { LinesQuestion } from '#model/lines.ts';
import { requestStatistics, type StatisticName } from '#model/statistics/statistics.ts';
import { isDay } from '#model/period/day.ts';
import { openDatabase, putZone } from '#server/database/openDatabase.ts';
import { randomOf } from '../../helpers/random.ts';
import { ask, openForTest, temporaryFolder } from '../../server/serverFixture.ts';
import { followHere } from '../followFixture.ts';
import { chrome, fileWithWebsite, firefox, googlebot, safari, textOf } from '../importFixture.ts';
import { linesIn } from './linesFixture.ts';

interface Request {
  readonly at: Date;
  readonly address: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly bytes: number;
  /** Milliseconds. */
  readonly took: number;
  readonly referrer: string;
  readonly agent: string;
}

/** Two days in Berlin, of which the second has the hour 02 twice: no two requests in the same second. */
function requests(): Request[] {
  const random = randomOf(36);
  const pick = <T>(...values: readonly [T, ...T[]]): T =>
    values[Math.floor(random() * values.length)] ?? values[0];
  const from = Date.UTC(2026, 9, 23, 22);
  return Array.from({ length: 120 }, (_, index) => ({
    at: new Date(from + index * 1_480_000),
    address: pick('91.12.3.4', '8.8.8.8', '1.1.1.1'),
    method: pick('GET', 'GET', 'GET', 'GET', 'POST'),
    path: pick('/', '/', '/shop?id=1', '/style.css', '/list.pdf', '/?utm_campaign=spring'),
    status: pick(200, 200, 200, 404, 301, 500, 206),
    bytes: pick(0, 512, 4_096),
    took: Math.floor(random() * 2_000),
    referrer: pick('-', 'https://t.co/x', 'https://example.com/list'),
    agent: pick(chrome, safari, firefox, googlebot),
  }));
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (number: number) => String(number).padStart(2, '0');
const clockOf = (at: Date) => at.toISOString().slice(11, 19);
const stamp = (at: Date) =>
  `${two(at.getUTCDate())}/${months[at.getUTCMonth()]}/${at.getUTCFullYear()}:${clockOf(at)} +0000`;

const common = ({ at, address, method, path, status, bytes }: Request) =>
  `${address} - - [${stamp(at)}] "${method} ${path} HTTP/1.1" ${status} ${bytes}`;
const combined = (request: Request) => `${common(request)} "${request.referrer}" "${request.agent}"`;
const wrapped = (log: string) => JSON.stringify({ log, stream: 'stdout', time: '2026-11-10T08:00:00.1Z' });

interface Format {
  /** What its lines do not say. */
  readonly lacks?: readonly ('agent' | 'time')[];
  /** Lines that come before all others. */
  readonly head?: string;
  readonly logFormat?: string;
  /** Perhaps several lines. */
  line(request: Request): string;
}

const formats: Readonly<Record<string, Format>> = {
  common: { lacks: ['agent', 'time'], line: common },
  combined: { lacks: ['time'], line: combined },
  'combined with a time': { line: request => `${combined(request)} rt=${(request.took / 1000).toFixed(3)}` },
  'combined with hosts': { lacks: ['time'], line: request => `example.com:443 ${combined(request)}` },
  Traefik: {
    lacks: ['agent'],
    line: request => `${common(request)} "-" "-" 12 "web@docker" "http://172.17.0.2:80" ${request.took}ms`,
  },
  'Caddy JSON': {
    line: ({ at, address, method, path, status, bytes, took, referrer, agent }) =>
      JSON.stringify({
        ts: at.getTime() / 1000,
        request: {
          remote_ip: address,
          method,
          host: 'example.com',
          uri: path,
          headers: { 'User-Agent': [agent], ...(referrer === '-' ? {} : { Referer: [referrer] }) },
        },
        duration: took / 1000,
        size: bytes,
        status,
      }),
  },
  'Traefik JSON': {
    line: ({ at, address, method, path, status, bytes, took, referrer, agent }) =>
      JSON.stringify({
        ClientHost: address,
        DownstreamContentSize: bytes,
        DownstreamStatus: status,
        Duration: took * 1_000_000,
        RequestHost: 'example.com',
        RequestMethod: method,
        RequestPath: path,
        RequestProtocol: 'HTTP/1.1',
        StartUTC: at.toISOString(),
        'request_User-Agent': agent,
        request_Referer: referrer,
      }),
  },
  JSON: {
    line: ({ at, address, method, path, status, bytes, took, referrer, agent }) =>
      JSON.stringify({
        time_iso8601: at.toISOString(),
        remote_addr: address,
        request: `${method} ${path} HTTP/1.1`,
        status,
        body_bytes_sent: bytes,
        request_time: took / 1000,
        http_referer: referrer,
        http_user_agent: agent,
      }),
  },
  W3C: {
    head: '#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status sc-bytes time-taken cs(User-Agent) cs(Referer)',
    line: ({ at, address, method, path, status, bytes, took, referrer, agent }) => {
      const [stem, query = '-'] = path.split('?');
      const day = at.toISOString().slice(0, 10);
      return `${day} ${clockOf(at)} ${address} ${method} ${stem} ${query} ${status} ${bytes} ${took} ${agent.replaceAll(' ', '+')} ${referrer}`;
    },
  },
  '--log-format': {
    logFormat:
      '$time_iso8601 $remote_addr "$request" $status $body_bytes_sent $request_time "$http_user_agent" "$http_referer"',
    line: ({ at, address, method, path, status, bytes, took, referrer, agent }) =>
      `${at.toISOString().slice(0, 19)}+00:00 ${address} "${method} ${path} HTTP/1.1" ${status} ${bytes} ${took / 1000} "${agent}" "${referrer}"`,
  },
  "docker's JSON": { lacks: ['time'], line: request => wrapped(`${combined(request)}\n`) },
  'syslog in front': {
    lacks: ['time'],
    line: request => `<190>Oct 24 10:00:00 web nginx: ${combined(request)}`,
  },
};

const period = { from: '2026-10-24', to: '2026-10-26' } as const;

/** The logs of a website that are followed: one that was rotated and compressed, one that is written, and a copy of a part. */
async function follow({ head, logFormat, line }: Format) {
  const folder = temporaryFolder();
  const file = await fileWithWebsite();
  const database = await openDatabase(file);
  await database.write(() => putZone(database, 'Europe/Berlin'));
  database.close();
  const lines = requests().map(line);
  const withHead = (some: readonly string[]) => textOf(head === undefined ? some : [head, ...some]);
  const [first, second] = [lines.slice(0, 70), lines.slice(70)];
  writeFileSync(join(folder, 'access.log.1.gz'), gzipSync(withHead(first)));
  writeFileSync(join(folder, 'access.log'), withHead(second.slice(0, 30)));
  writeFileSync(join(folder, 'access.log-copy'), withHead(lines.slice(40, 80)));
  const following = await followHere(join(folder, 'access.log*'), { logFormat }, file);
  await following.look();
  appendFileSync(join(folder, 'access.log'), textOf(second.slice(30)));
  await following.look();
  return { file, lines };
}

/** What lines are asked for by a row of a statistic. */
function questionOf(name: StatisticName, value: string): Partial<LinesQuestion> {
  const requests = requestStatistics.find(each => each === name);
  if (requests) return { requests: { name: requests, value } };
  if (name === 'pageviews_hours') return { where: [{ field: 'hour', comparison: 'is', value }] };
  return isDay(value)
    ? { period: { from: value, to: value } }
    : { where: [{ field: 'page', comparison: 'is', value }] };
}

/** Those that took as long as the number says of the slowest tenth, which is that of the middle of a step 8 % wide. */
function slowestOf(number: number, views: readonly Request[]): readonly Request[] {
  const slowest = views.filter(({ took }) => Math.max(1, took * 1_000) >= number / 1.04);
  expect(slowest.length).toBeGreaterThanOrEqual(views.length / 10);
  return slowest;
}

test.each(Object.keys(formats))('%s: lines are as many as the number shown, of each row', async name => {
  const format = formats[name];
  if (!format) throw new Error(name);
  const { file, lines } = await follow(format);
  const all = requests();
  const service = await openForTest({ file, countsLogs: true, timeZone: 'Europe/Berlin' });
  const shown = ['pageviews', 'page', 'pageviews_hours', ...requestStatistics] as const;
  const kinds: string[] = [];
  const views = new Map<string, readonly Request[]>();
  for (const statistic of shown) {
    const query = new URLSearchParams({ name: statistic, ...period, per_page: '100' });
    const { body } = await ask(service, `GET /stats/1?${query.toString()}`);
    const rows: { value: string; count: number }[] = JSON.parse(JSON.stringify(body.data));
    if (rows.length > 0) kinds.push(statistic);
    for (const { value, count } of rows) {
      const found = await linesIn(file, { period, ...questionOf(statistic, value) });
      // The newest first, each as it stands in a log, and once.
      const places = found.lines.map(text => lines.indexOf(text));
      expect(places).toEqual([...new Set(places)].toSorted((a, b) => b - a));
      expect(places).not.toContain(-1);
      const own = places.flatMap(place => all[place] ?? []);
      const timed = views.get(value) ?? [];
      if (statistic === 'page') views.set(value, own);
      const isOfBytes = statistic === 'bytes';
      const number = isOfBytes ? own.reduce((sum, { bytes }) => sum + bytes, 0) : own.length;
      const isCount = statistic !== 'response_time' && statistic !== 'slow_response';
      expect({ statistic, value, number }).toEqual({ statistic, value, number: isCount ? count : number });
      const slow = statistic === 'slow_response' ? slowestOf(count, timed) : timed;
      expect(own).toEqual(isCount ? own : slow);
      expect(found.summary).toMatchObject({
        lines: own.length,
        counted: number,
        bytes: isOfBytes ? count : undefined,
        problems: [],
      });
    }
  }
  const isLacking = (each: string) =>
    format.lacks?.some(what => (what === 'agent' ? /^bot/ : /response/).test(each)) === true;
  expect(kinds).toEqual(shown.filter(each => !isLacking(each)));
  service.close();
});
