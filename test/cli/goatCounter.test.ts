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
