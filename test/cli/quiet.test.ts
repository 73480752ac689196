import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listedCommandLines } from '#cli/subcommands.ts';
import { viewsText } from '#config/kept/savedViews.ts';
import type { SavedView } from '#model/savedView.ts';
import { apiKey, errorLine, logLine, run, startService, temporaryHome } from './fixture.ts';

interface Case {
  /** What has to be there before. */
  readonly before?: readonly (readonly string[])[];
  readonly args: readonly string[];
  readonly stdin?: string;
  /** What shows that it was done, and its words. */
  readonly check: readonly string[];
  readonly shows: RegExp;
  /** A command line of the same subcommand that fails. */
  readonly wrong: readonly string[];
  /** The log of the website one.example, in place of a service. */
  readonly isOwn?: true;
}

const monday: SavedView = {
  profile: 'demo',
  screen: 'year',
  website: { id: '1', domain: 'one.example' },
  period: '28d',
  compare: 'usual',
};

const added = ['logs', 'add', 'one.example', 'access.log'];
const profileAdded = ['profile', 'add', 'work', 'URL', '--key-command', `echo '${apiKey}'`];

const cases: Readonly<Record<string, Case>> = {
  'websites create': {
    args: ['two.example'],
    check: ['websites', 'list', '--json'],
    shows: /"domain": ?"two\.example"/,
    wrong: ['one.example'],
  },
  'websites update': {
    args: ['--all', '--add-exclude-ip', '192.0.2.7', '--yes'],
    check: ['websites', 'show', 'one.example'],
    shows: /192\.0\.2\.7/,
    wrong: ['one.example', 'gone.example', '--add-exclude-ip', '192.0.2.9', '--yes'],
  },
  'websites delete': {
    args: ['one.example', '--yes'],
    check: ['websites', 'list', '--json'],
    shows: /"rows": ?\[\]/,
    wrong: ['gone.example', '--yes'],
  },
  'websites apply': {
    args: ['sites.yaml'],
    check: ['websites', 'list', '--json'],
    shows: /"domain": ?"three\.example"/,
    wrong: ['refused.yaml'],
  },
  tag: {
    args: ['one.example', 'client-a'],
    check: ['tag', '--list'],
    shows: /client-a/,
    wrong: ['--list', '--clear'],
  },
  'goal set': {
    args: ['one.example', 'visitors', '50000'],
    check: ['goal', 'list'],
    shows: /50,000/,
    wrong: ['one.example', 'visitors', 'many'],
  },
  'goal remove': {
    before: [['goal', 'set', 'one.example', 'visitors', '50000']],
    args: ['one.example'],
    check: ['goal', 'list', '--json'],
    shows: /"rows": ?\[\]/,
    wrong: ['one.example', 'pageviews'],
  },
  'goal import': {
    args: ['goals.json'],
    check: ['goal', 'list'],
    shows: /50,000/,
    wrong: ['absent.json'],
  },
  'view import': {
    args: ['views.json'],
    check: ['view', 'list'],
    shows: /monday/,
    wrong: ['absent.json'],
  },
  'view default': {
    before: [['view', 'import', 'views.json']],
    args: ['monday'],
    check: ['view', 'default'],
    shows: /^monday\n$/,
    wrong: ['tuesday'],
  },
  'view remove': {
    before: [['view', 'import', 'views.json']],
    args: ['monday'],
    check: ['view', 'list', '--json'],
    shows: /"rows": ?\[\]/,
    wrong: ['tuesday'],
  },
  import: {
    isOwn: true,
    args: ['one.example', 'access.log'],
    check: ['stats', 'one.example', 'page', '--period', '2026-03', '--json', '--profile', 'logs'],
    shows: /"\/found"/,
    wrong: ['one.example', 'absent.log'],
  },
  'logs add': {
    isOwn: true,
    args: ['one.example', 'access.log'],
    check: ['logs', 'list', '--json'],
    shows: /access\.log/,
    wrong: ['one.example', 'absent.log'],
  },
  'logs update': {
    isOwn: true,
    before: [added],
    args: [],
    check: ['logs', 'list', '--json'],
    shows: /access\.log/,
    wrong: ['--profile', 'demo'],
  },
  'logs recount': {
    isOwn: true,
    before: [added],
    args: ['one.example', '--yes'],
    check: ['logs', 'list', '--json'],
    shows: /access\.log/,
    wrong: ['gone.example', '--yes'],
  },
  'logs zone': {
    isOwn: true,
    before: [added],
    args: ['Asia/Tokyo'],
    check: ['logs', 'list', '--json'],
    shows: /Asia\/Tokyo/,
    wrong: ['Mars/Olympus'],
  },
  'logs keep': {
    isOwn: true,
    before: [added],
    args: ['6m'],
    check: ['logs', 'list', '--json'],
    shows: /access\.log/,
    wrong: ['6 weeks'],
  },
  'logs remove': {
    isOwn: true,
    before: [added],
    args: ['one.example'],
    check: ['logs', 'list', '--json'],
    shows: /"rows": ?\[\]/,
    wrong: ['gone.example'],
  },
  'profile add': {
    isOwn: true,
    args: profileAdded.slice(2),
    check: ['profile', 'list', '--json'],
    shows: /"name": ?"work"/,
    wrong: ['demo', 'URL', '--key-command', 'echo key'],
  },
  'profile sign-in': {
    isOwn: true,
    before: [profileAdded],
    args: ['work', '--key-command', `printf %s '${apiKey}'`],
    check: ['profile', 'list', '--json'],
    shows: /"name": ?"work"/,
    wrong: ['absent', '--key-command', 'echo key'],
  },
  'profile use': {
    isOwn: true,
    before: [profileAdded],
    args: ['work'],
    check: ['profile', 'list', '--format', 'csv'],
    shows: /^work,true,/m,
    wrong: ['absent'],
  },
  'profile forget-cache': {
    isOwn: true,
    before: [profileAdded],
    args: ['work'],
    check: ['profile', 'list', '--json'],
    shows: /"name": ?"work"/,
    wrong: ['absent'],
  },
  'note add': {
    args: ['one.example', 'newsletter 14'],
    check: ['note', 'list'],
    shows: /newsletter 14/,
    wrong: ['absent.example', 'x'],
  },
  'note remove': {
    before: [['note', 'add', 'one.example', 'newsletter 14']],
    args: ['1'],
    check: ['note', 'list'],
    shows: /^(?![^]*newsletter)/,
    wrong: ['1'],
  },
  'note import': {
    args: ['one.example', 'notes.tsv'],
    check: ['note', 'list'],
    shows: /v1\.4/,
    wrong: ['one.example', 'absent.tsv'],
  },
  'profile remove': {
    isOwn: true,
    before: [profileAdded],
    args: ['work'],
    check: ['profile', 'list', '--json'],
    shows: /^(?![^]*work)/,
    wrong: ['absent'],
  },
};

test('every subcommand that changes something takes -q', () => {
  const takesQuiet = listedCommandLines().filter(({ subcommand }) => 'quiet' in subcommand.options);
  expect(takesQuiet.map(({ words }) => words).sort()).toEqual(Object.keys(cases).sort());
});

test.each(Object.entries(cases))(
  '%s -q prints nothing on success, and an error still',
  async (words, { before = [], args, check, shows, wrong, isOwn }) => {
    const [service, home] = [await startService(), temporaryHome()];
    await service.add('one.example');
    writeFileSync(join(home.path, 'access.log'), logLine('/found'));
    writeFileSync(join(home.path, 'sites.yaml'), 'websites:\n  - domain: three.example\n');
    writeFileSync(join(home.path, 'refused.yaml'), 'websites:\n  - domain: not a host\n');
    writeFileSync(join(home.path, 'notes.tsv'), '2026-11-06\tv1.4\n');
    const set = { domain: 'one.example', statistic: 'visitors', goal: 50_000, per: 'month' };
    writeFileSync(join(home.path, 'goals.json'), JSON.stringify([set]));
    writeFileSync(join(home.path, 'views.json'), viewsText({ views: { monday } }));
    const sitedeck = async (...typed: readonly string[]) =>
      await run(
        typed.map(word => (word === 'URL' ? service.url : word)),
        { home, env: isOwn === true ? {} : service.env },
      );
    for (const line of before) expect((await sitedeck(...line)).code).toBe(0);
    expect(await sitedeck(...words.split(' '), ...args, '-q')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await sitedeck(...check)).stdout).toMatch(shows);
    const failed = await sitedeck(...words.split(' '), ...wrong, '--quiet');
    expect(failed).toMatchObject({ code: expect.toSatisfy((code: number) => code > 0), stdout: '' });
    expect(errorLine(failed)).toMatch(/^sitedeck: .{10,}/);
  },
);

test('what fails of several is said on standard error, where a table would have had it', async () => {
  const [service, home] = [await startService(), temporaryHome()];
  await service.add('one.example');
  writeFileSync(
    join(home.path, 'sites.yaml'),
    `websites:\n  - domain: ${'a'.repeat(60)}.example\n  - domain: one.example\n    exclude_params: [${'x'.repeat(70_000)}]\n`,
  );
  const ran = await run(['websites', 'apply', 'sites.yaml', '-q'], { home, env: service.env });
  expect(ran).toMatchObject({ code: expect.toSatisfy((code: number) => code > 0), stdout: '' });
  expect(errorLine(ran)).toContain('one.example');
});
