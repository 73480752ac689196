import { expect, onTestFinished, test } from 'vitest';
import { allBits, startGoatCounter } from '../helpers/goatCounter/server.ts';
import { run, saveProfiles, temporaryHome } from './fixture.ts';

const day = '2026-11-05';
const seed = {
  sites: [
    { cname: 'stats.example', link: 'https://www.example', visits: [{ at: `${day}T10:00:00Z`, path: '/' }] },
    {
      cname: 'other.example',
      visits: [
        { at: `${day}T10:00:00Z`, path: '/', location: 'DE' },
        { at: `${day}T11:00:00Z`, path: '/about', location: 'FR' },
        { at: `${day}T11:00:00Z`, path: 'signup', isEvent: true, location: 'DE' },
      ],
    },
  ],
};

async function open(bits = allBits) {
  const server = await startGoatCounter(seed, { requests: 4, window: 1000 });
  onTestFinished(() => server.close());
  return { server, home: temporaryHome(), token: server.tokenWith(bits) };
}

test('profile add finds GoatCounter, its websites are listed and their numbers read', async () => {
  const { server, home, token } = await open();
  const added = await run(['profile', 'add', 'goat', server.url, '--time-zone', 'UTC'], {
    home,
    stdin: token,
  });
  expect(added).toMatchObject({ code: 0, stdout: '' });
  expect(added.stderr).toContain(`Found GoatCounter at ${server.url}.`);
  expect(added.stderr).toContain('takes the key, 2 websites.');
  const list = await run(['websites', 'list', '--json'], { home });
  expect(
    JSON.parse(list.stdout).rows.map(({ domain, name }: Record<string, string>) => [domain, name]),
  ).toEqual([
    ['other.example', 'other.example'],
    ['www.example', 'stats.example'],
  ]);
  const stats = async (...args: string[]) => {
    const { stdout } = await run(['stats', ...args, '--period', `${day}..${day}`, '--format', 'csv'], {
      home,
    });
    return stdout.trim().split('\n').slice(1);
  };
  expect((await stats('other.example', 'page')).map(line => line.split(',').slice(1, 3))).toEqual([
    ['/', '1'],
    ['/about', '1'],
  ]);
  expect((await stats('other.example', 'event')).map(line => line.split(',').slice(1, 3))).toEqual([
    ['signup', '1'],
  ]);
  const doctor = await run(['doctor'], { home });
  expect(doctor.stdout).toContain('interface    GoatCounter');
  expect(doctor.stdout).toContain('version      2.7.0\n');
});

test('a profile has the time zone in which the service counts its days', async () => {
  const server = await startGoatCounter({ ...seed, timeZone: 'IN.Asia/Kolkata' });
  onTestFinished(() => server.close());
  const home = temporaryHome();
  const given = { home, stdin: server.tokenWith(allBits) };
  const added = await run(['profile', 'add', 'goat', server.url], given);
  expect(added.stderr).toContain('It counts days in Asia/Kolkata, and so does goat.');
  const other = await run(['profile', 'add', 'other', server.url, '--time-zone', 'UTC'], given);
  expect(other.stderr).toContain(
    'It counts days in Asia/Kolkata: under days of UTC stand those of Asia/Kolkata.',
  );
  const wrong = await run(['doctor', '--profile', 'other'], { home });
  expect(wrong.stdout).toContain(
    'The profile has UTC: add other anew with --replace --time-zone Asia/Kolkata.',
  );
  const right = await run(['doctor', '--profile', 'goat'], { home });
  expect(right.stdout).toMatch(/days in +Asia\/Kolkata\n/);
  expect(right.stdout).not.toContain('add goat anew');
  const said = async (profile: string, ...args: string[]) => {
    const asked = [...args, '--period', `${day}..${day}`, '--profile', profile];
    const { stdout, stderr } = await run(asked, { home });
    return { stdout, stderr };
  };
  const note = "Days in Asia/Kolkata, the service's.\n";
  const site = 'other.example';
  expect((await said('other', 'stats', site, 'page')).stderr).toContain(note);
  expect((await said('other', 'stats', site, 'page', '--format', 'csv')).stderr).toContain(note);
  expect((await said('other', 'overview')).stderr).toContain(note);
  const json = await said('other', 'stats', site, 'page', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ time_zone: 'UTC', counted_in: 'Asia/Kolkata' });
  expect(json.stderr).not.toContain('Asia/Kolkata');
  const page = await said('other', 'report', site);
  expect(page.stdout).toContain("5 Nov 2026, days in Asia/Kolkata, the service's\n");
  expect(page.stderr).not.toContain('Asia/Kolkata');
  expect((await said('other', 'report', site, '--html')).stdout).toContain(
    '5 Nov 2026, days in Asia/Kolkata, the service',
  );
  expect((await said('other', 'report', '--all')).stdout).toContain("\nDays in Asia/Kolkata, the service's.");
  for (const args of [
    ['stats', site, 'page'],
    ['report', site],
    ['overview', '--json'],
  ]) {
    const { stdout: own, stderr } = await said('goat', ...args);
    expect(stderr + own).not.toMatch(/days in|counted_in/i);
  }
  const { stdout } = await run(['profile', 'list', '--json'], { home });
  const zones = JSON.parse(stdout).rows.map((row: Record<string, unknown>) => [
    row['name'],
    row['time_zone'],
  ]);
  expect(zones.slice(-2)).toEqual([
    ['goat', 'Asia/Kolkata'],
    ['other', 'UTC'],
  ]);
});

/** From the first day on a visit each day, on the last of them three. */
const daily = Array.from({ length: 20 }, (_, at) => ({
  at: `2026-10-${String(at + 1).padStart(2, '0')}T10:00:00Z`,
  path: '/',
  location: 'DE',
}));
const visited = [
  ...daily,
  { at: '2026-10-20T11:00:00Z', path: '/about', location: 'FR' },
  { at: '2026-10-20T12:00:00Z', path: 'signup', isEvent: true, location: 'DE' },
];

test('every command says visits, and no number twice', async () => {
  const server = await startGoatCounter({
    sites: [
      { cname: 'stats.example', link: 'https://www.example', visits: visited.slice(0, 18) },
      { cname: 'other.example', visits: visited },
    ],
  });
  onTestFinished(() => server.close());
  const home = temporaryHome();
  const stdin = server.tokenWith(allBits);
  await run(['profile', 'add', 'goat', server.url, '--time-zone', 'UTC'], { home, stdin });
  const said = async (...args: string[]) => {
    const { stdout, stderr } = await run(args, { home });
    const text = stdout + stderr;
    expect(text.replaceAll(/\b(?:best_day_)?visitors(?:_\w+)?[":,]|statistic: visitors/g, '')).not.toMatch(
      /visitor|page ?views|daily|sum of/i,
    );
    return text;
  };
  const [days, day] = [
    ['--period', '2026-10-11..2026-10-20'],
    ['--period', '2026-10-20'],
  ] as const;
  const [site, other] = ['other.example', 'www.example'];
  const overview = await said('overview', ...days);
  expect(overview).toContain('DOMAIN         VISITS  BEFORE  CHANGE  ATTENTION\n');
  expect(overview).toContain('2 websites: 20 visits = against 1 Oct - 10 Oct 2026, other weekdays\n');
  expect(await said('overview', ...days, '--format', 'line')).toBe(
    '2 websites: 20 visits =, 11 Oct - 20 Oct\n',
  );
  const markdown = await said('overview', ...days, '--format', 'markdown');
  expect(markdown).toContain('- visits: 20\n- visits compared: 20\n- visits before: 20\n\n');
  expect(markdown).toContain('| Domain | Visits | Before | Change | Attention |');
  const { stdout: json } = await run(['overview', ...days, '--json'], { home });
  expect(JSON.parse(json)).toMatchObject({
    visitors: 20,
    pageviews: 20,
    rows: [{ visitors: 12 }, { visitors: 8 }],
  });
  const stats = await said('stats', site, 'visitors', ...days, '--compare', 'previous');
  expect(stats).toContain('Visits of other.example, 11 Oct - 20 Oct 2026, against 1 Oct - 10 Oct 2026');
  expect(stats).toContain('12 visits in all, 10 before: +20%\n');
  expect(await said('stats', site, 'pageviews', ...day)).toContain('Visits of other.example, 20 Oct 2026\n');
  expect(await said('stats', site, 'visitors_hours', ...day)).toContain('Visits by hour of other.example');
  expect(await said('stats', site, 'visitors', ...days, '--format', 'markdown')).toContain(
    '# Visits of `other.example`\n\n- website: 2\n',
  );
  expect(await said('report', site, ...days)).toContain(
    'Visits: everybody counts once for each page and event in eight hours.',
  );
  expect(await said('report', site, ...day)).toContain('VISITS BY HOUR');
  expect(await said('report', site, ...days, '--format', 'markdown')).toContain(
    '- visits: everybody counts once',
  );
  const mail = await said(
    'report',
    site,
    ...days,
    '--mail-from',
    'a@example.com',
    '--mail-to',
    'b@example.com',
  );
  expect(mail).toContain('Subject: other.example: 12 visits +20%, 11 Oct - 20 Oct 2026\n');
  const whole = ['--period', '2026-10-01..2026-10-20'] as const;
  expect(
    await said('report', site, ...whole, '--mail-from', 'a@example.com', '--mail-to', 'b@example.com'),
  ).toContain('Subject: other.example: 22 visits, 1 Oct - 20 Oct 2026\n');
  expect(await said('report', '--all', ...days, '--html')).not.toContain('Views');
  await said('report', '--all', ...days);
  expect(await said('why', site, ...days)).toContain('Visits rose by 2 (+20%) against 1 Oct - 10 Oct.');
  expect(await said('why', site, ...days)).toContain('DAYS  visits');
  expect(await said('why', site, ...days, '--format', 'markdown')).toContain('Visits: everybody counts once');
  expect(await said('year', site)).toMatch(/^22 visits {3}\d+ today so far$/m);
  const beside = await said('compare', site, other, ...days);
  expect(beside).toMatch(/Visits +12 +8\nVisits before +10 +10\nChange of visits +\+20% +-20%\nPage \/ /);
  expect(await said('compare', site, other, ...days, '--format', 'csv')).toContain(
    'Visits on Sun 11 Oct 2026,1,1',
  );
  await said('goal', 'set', site, 'visitors', '50');
  expect(await said('goal', 'list')).toMatch(/other\.example +visits +- +50 +month/);
  expect(await said('watch', site, '--below', '10')).toContain('0 visits on ');
});

test('what GoatCounter does not do is said, and asked for nothing', async () => {
  const { server, home, token } = await open();
  await run(['profile', 'add', 'goat', server.url, '--time-zone', 'UTC'], { home, stdin: token });
  const before = server.asked.length;
  const deleted = await run(['websites', 'delete', 'other.example', '--yes'], { home });
  expect(deleted.stderr).toContain('GoatCounter does not let websites be deleted from here.');
  expect((await run(['stats', 'other.example', 'city'], { home })).stderr).toContain(
    'GoatCounter does not record cities.',
  );
  expect(
    server.asked.slice(before).filter(line => !line.endsWith('/me') && !line.endsWith('/sites')),
  ).toEqual([]);
});

test('a key that may only read changes nothing, and doctor knows whose it is', async () => {
  const { server, home, token } = await open(72);
  await run(['profile', 'add', 'goat', server.url, '--time-zone', 'UTC'], { home, stdin: token });
  const created = await run(['websites', 'create', 'new.example'], { home });
  expect(created).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'sitedeck: This key may not add websites to GoatCounter.\n',
  });
  const refused = { code: 1, stderr: 'sitedeck: This key may not change websites of GoatCounter.\n' };
  const update = (...args: string[]) => run(['websites', 'update', ...args, '--yes'], { home });
  expect(await update('other.example', '--privacy', 'public')).toMatchObject(refused);
  expect(await update('1', '--retention', '400')).toMatchObject(refused);
  expect(await update('--all', '--add-exclude-ip', '192.0.2.7')).toMatchObject(refused);
  const file = { home, stdin: 'websites: [{ domain: other.example, retention: 400 }]' };
  expect((await run(['websites', 'apply', '-', '--yes'], file)).stderr).toContain(
    'other.example: This key may not change websites of GoatCounter.',
  );
  expect(server.asked.filter(line => !line.includes(' GET '))).toEqual([]);
  const doctor = await run(['doctor'], { home });
  expect(doctor.stdout).toContain('interface    GoatCounter');
});

test('a key that may read no statistics says so, and one that may not list websites reads its own', async () => {
  for (const bits of [2, 8]) {
    const { server, home, token } = await open(bits);
    const added = await run(['profile', 'add', 'goat', server.url], { home, stdin: token });
    expect([added.code, added.stderr.split('\n')[2]]).toEqual([
      0,
      'This key may not read statistics: allow it in GoatCounter at your name > API, or make another one.',
    ]);
    const doctor = await run(['doctor'], { home });
    expect([doctor.code, doctor.stdout]).toEqual([
      1,
      expect.stringContaining('! This key may not read statistics: allow it'),
    ]);
  }
  const { server, home, token } = await open(64);
  await run(['profile', 'add', 'goat', server.url, '--time-zone', 'UTC'], { home, stdin: token });
  const stats = await run(['stats', 'other.example', 'page'], { home });
  expect(stats.stderr).toBe(
    'sitedeck: There is no website "other.example" on this service. It has 127.0.0.1.\n',
  );
  const period = ['--period', `${day}..${day}`, '--format', 'csv'];
  expect((await run(['stats', '127.0.0.1', 'page', ...period], { home })).stdout).toContain(',/,1');
  expect(server.asked.filter(line => line.includes('/api/v0/sites'))).toEqual([]);
});

/** A profile over its websites, and what is kept of the other one. */
async function opened() {
  const { server, home, token } = await open();
  await run(['profile', 'add', 'goat', server.url, '--time-zone', 'UTC'], { home, stdin: token });
  const settings = () => server.world.sites[1]?.settings;
  const changes = () => server.asked.filter(line => / (?:PATCH|PUT) /.test(line)).length;
  return { home, settings, changes };
}

test('to keep visits for fewer days deletes them: update and apply ask, and say what was deleted', async () => {
  const { home, settings, changes } = await opened();
  const update = (...args: string[]) => run(['websites', 'update', ...args], { home, stdin: '' });
  const sites = ['other.example', 'www.example'] as const;
  const asks = (what: string) => ({
    code: 2,
    stdout: '',
    stderr: `sitedeck: Cannot ask whether to delete ${what} without a terminal: add --yes. Nothing was changed.\n`,
  });
  const visits = 'visits of other.example older than 400 days';
  expect(await update('other.example', '--retention', '400')).toEqual(asks(visits));
  const several = await update(...sites, '--retention', '400');
  expect(several).toMatchObject({ code: 2 });
  expect(several.stdout + several.stderr).toContain(
    'other.example: retention: for ever -> 400; visits older than 400 days are deleted\n',
  );
  expect(several.stderr).toContain('Cannot ask whether to delete older visits of 2 websites without');
  const file = { home, stdin: 'websites: [{ domain: other.example, retention: 400 }]' };
  const plan = await run(['websites', 'plan', '-', '--format', 'csv'], file);
  expect(plan.stdout).toContain('retention: for ever -> 400; visits older than 400 days are deleted');
  expect(await run(['websites', 'apply', '-'], file)).toEqual(asks(visits));
  expect(changes()).toBe(0);

  const done = await update('other.example', '--retention', '400', '--yes');
  expect(done.stderr).toContain('other.example: visits older than 400 days are deleted');
  expect([done.code, settings()?.['data_retention']]).toEqual([0, 400]);
  // More days delete nothing.
  expect((await update('other.example', '--retention', '500')).code).toBe(0);
  expect((await run(['websites', 'apply', '-', '--yes'], file)).code).toBe(0);
  expect(settings()?.['data_retention']).toBe(400);
});

test('ranges, and too few days, are refused before anything is sent, by the name of the option', async () => {
  const { home, changes } = await opened();
  const refusal = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(['websites', ...args], { home, stdin: '' });
    expect([code, stdout]).toEqual([2, '']);
    return stderr.replace(/^sitedeck: /, '').trim();
  };
  const range = '10.0.0.0/8';
  const why = `"${range}": type an address, such as 203.0.113.7: GoatCounter takes no ranges.`;
  expect(await refusal('update', '--all', '--add-exclude-ip', range)).toBe(`--add-exclude-ip: ${why}`);
  expect(await refusal('update', 'other.example', '--add-exclude-ip', range, '--yes')).toBe(
    `--add-exclude-ip: ${why}`,
  );
  expect(await refusal('update', 'other.example', '--exclude-ips', range)).toBe(
    `--exclude-ips: Line 1, ${why}`,
  );
  expect(await refusal('create', 'new.example', '--exclude-ips', range)).toBe(
    `--exclude-ips: Line 1, ${why}`,
  );
  const days = 'GoatCounter keeps visits for 31 to 1,825 days, or for ever where nothing is typed.';
  expect(await refusal('update', 'other.example', '--retention', '30')).toBe(`--retention: ${days}`);
  expect(await refusal('create', 'new.example', '--retention', '2000')).toBe(`--retention: ${days}`);
  const file = `websites: [{ domain: other.example, retention: 7, exclude_ips: [${range}] }]`;
  const planned = await run(['websites', 'plan', '-'], { home, stdin: file });
  expect(planned.stderr).toContain(`other.example: Line 1, ${why}`);
  expect(planned.stderr).toContain(`other.example: ${days}`);
  expect(changes()).toBe(0);
});

test('a website that is seen by a secret link says so, and no output has its secret', async () => {
  const { home, settings } = await opened();
  Object.assign(settings() ?? {}, { public: 'secret', secret: 'abcdef1234' });
  const shown = await run(['websites', 'show', 'other.example'], { home });
  expect(shown.stdout).toMatch(/^Privacy +by secret link$/m);
  const printed = [shown.stdout];
  for (const format of ['json', 'csv', 'markdown'])
    for (const args of [['show', '2'], ['list']])
      printed.push((await run(['websites', ...args, '--format', format], { home })).stdout);
  expect(printed.filter(text => text.includes('by secret link'))).toHaveLength(printed.length);
  const exported = await run(['websites', 'export'], { home });
  printed.push(exported.stdout);
  expect(printed.join('')).not.toContain('abcdef1234');
  // What no file can say is left as it is.
  expect(exported.stdout.split('domain: other.example')[1]).not.toContain('privacy');
  const plan = await run(['websites', 'plan', '-'], { home, stdin: exported.stdout });
  expect(plan).toMatchObject({ code: 0, stderr: '2 left alone.\n' });
});

test('where a second website was added, and the address of the profile is no longer one of them, that is said', async () => {
  const server = await startGoatCounter({ sites: [{ cname: 'a.test' }, { cname: 'b.test' }] });
  onTestFinished(() => server.close());
  const home = temporaryHome();
  const profile = {
    kind: 'goatcounter',
    url: server.url.replace('127.0.0.1', 'localhost'),
    apiKey: server.tokenWith(allBits),
  };
  saveProfiles(home, { goat: profile }, 'goat');
  const listed = await run(['websites', 'list'], { home });
  expect(listed.stderr).toContain(
    'GoatCounter has several websites here, and none of this name: give the address of one of them.',
  );
});
