import { afterEach, beforeEach, expect, test } from 'vitest';
import { json } from '../helpers/faultAnswers.ts';
import { startFaultServer, type FaultServer } from '../helpers/faultServer.ts';
import { apiKey, errorLine, run } from './fixture.ts';

let server: FaultServer;
beforeEach(async () => {
  server = await startFaultServer();
  server.answerWith(json({ data: [] }));
});
afterEach(() => server.close());

const domain = 'shop.example.com';
const wrong: readonly (readonly [string, ...string[]])[] = [
  ['nonsense'],
  ['--nonsense'],
  ['--format', 'xml', 'websites', 'list'],
  ['--json', '--format', 'csv', 'websites', 'list'],
  ['--url', 'http://one.example', '--profile', 'two', 'websites', 'list'],
  ['--profile', 'absent', 'websites', 'list'],
  ['--json'],
  ['websites'],
  ['websites', 'frobnicate'],
  ['websites', 'list', 'extra'],
  ['websites', 'list', '--per-page', '0'],
  ['websites', 'list', '--sort-by', 'visitors'],
  ['websites', 'list', '--sort', 'up'],
  ['websites', 'list', '--page', '0'],
  ['websites', 'list', '--page', '1.5'],
  ['websites', 'list', '--page', '2', '--all'],
  ['websites', 'list', '--search'],
  ['websites', 'show'],
  ['websites', 'show', ' '],
  ['websites', 'create'],
  ['websites', 'create', 'not a host'],
  ['websites', 'create', domain, '--privacy', 'secret'],
  ['websites', 'create', domain, '--exclude-ips', '300.1.1.1'],
  ['websites', 'update', domain],
  ['websites', 'update', domain, '--privacy', 'maybe'],
  ['websites', 'update', domain, '--privacy', 'public', '--password'],
  ['websites', 'plan', 'absent.yaml'],
  ['websites', 'apply'],
  ['websites', 'export', '--format', 'csv'],
  ['stats', domain],
  ['stats', domain, 'pages'],
  ['stats', domain, 'page', '--from', '2026-01-01'],
  ['stats', domain, 'page', '--from', '2026-02-30', '--to', '2026-03-01'],
  ['stats', domain, 'page', '--from', '2026-03-02', '--to', '2026-03-01'],
  ['stats', domain, 'visitors', '--from', '1026-01-01', '--to', '2026-01-01'],
  ['stats', domain, 'page', '--period', 'someday'],
  ['stats', domain, 'page', '--period', '30d', '--from', '2026-01-01', '--to', '2026-01-02'],
  ['stats', domain, 'page', '--sort-by', 'domain'],
  ['stats', domain, 'page', '--per-page', '1e3'],
  ['stats', domain, 'page', '--period', '24h'],
  ['stats', domain, 'page', '--period', 'all', '--compare'],
  ['report', domain, '--period', '24h'],
  ['why', domain, '--period', 'all'],
  ['stats', domain, 'page', '--compare=tomorrow'],
  ['stats', domain, 'page', '--period', 'today', '--compare'],
  ['report'],
  ['report', domain, '--rows', '0'],
  ['report', domain, '--width', '10'],
  ['report', domain, '--format', 'csv'],
  ['watch', domain],
  ['watch', domain, '--below', '-1'],
  ['watch', domain, '--drop', '101'],
  ['watch', domain, '--below', '1', '--days', '0'],
  ['watch', domain, '--below', '1', '--measure', 'clicks'],
  ['import', domain],
  ['import', 'not a host', 'access.log'],
  ['import', domain, 'absent.log'],
  ['--profile', 'demo', 'import', domain, 'absent.log'],
  ['serve', '--port', '65536'],
  ['serve', '--host', 'no such host'],
  ['--profile', 'work', 'serve'],
  ['profile', 'add', 'work'],
  ['profile', 'add', 'demo', 'https://stats.example.com'],
  ['profile', 'add', 'a b', 'https://stats.example.com'],
  ['profile', 'add', 'work', 'ftp://stats.example.com'],
  ['profile', 'add', 'work', 'https://user:pass@stats.example.com'],
  ['profile', 'add', 'work', 'https://stats.example.com', '--time-zone', 'Mars/Olympus'],
  ['profile', 'use', 'absent'],
  ['profile', 'remove', 'absent'],
  ['profile', 'remove', 'demo'],
  ['completion', 'powershell'],
];

/** A command that wants another one shows its help. */
const firstLine = ({ stderr }: { readonly stderr: string }) => stderr.split('\n')[0];

test.each(wrong)('%s %s %s %s %s %s', async (...args) => {
  const env = { SITEDECK_URL: server.url, SITEDECK_API_KEY: apiKey };
  const ran = await run(args, { env: args.includes('--url') ? { SITEDECK_API_KEY: apiKey } : env });
  expect(ran.code).toBe(2);
  expect(ran.stdout).toBe('');
  expect(args.join() === 'websites' ? firstLine(ran) : errorLine(ran)).toMatch(
    /^(?:sitedeck: .{10,}|Usage: sitedeck websites )/,
  );
  expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});
