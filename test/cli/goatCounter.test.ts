import { expect, onTestFinished, test } from 'vitest';
import { allBits, startGoatCounter } from '../helpers/goatCounter/server.ts';
import { run, temporaryHome } from './fixture.ts';

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
  expect(created.code).not.toBe(0);
  expect(created.stderr).toMatch(/does not (?:let websites be added|allow this)/);
  const doctor = await run(['doctor'], { home });
  expect(doctor.stdout).toContain('interface    GoatCounter');
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
