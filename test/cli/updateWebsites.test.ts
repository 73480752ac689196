import { expect, test } from 'vitest';
import { apiKey, errorLine, run, startService } from './fixture.ts';

test('entries are added and removed on many websites, with before and after, after a question', async () => {
  const service = await startService();
  await service.add('one.example', { excludeIps: '192.0.2.1', excludeParams: 'ref' });
  await service.add('two.example', { excludeIps: '192.0.2.1\r\n10.0.0.0/8' });
  await service.add('other.test', { excludeIps: '10.0.0.0/8' });
  const update = async (...args: string[]) => await run(['websites', 'update', ...args], service);
  const add = ['--add-exclude-ip', '10.0.0.0/8', '--remove-exclude-ip', '192.0.2.1'];
  const asked = await update('--all', ...add);
  expect(asked).toMatchObject({ code: 2, stdout: '' });
  expect(asked.stderr.split('\n')).toEqual([
    'one.example: exclude_ips: 192.0.2.1 -> 10.0.0.0/8',
    'two.example: exclude_ips: 192.0.2.1, 10.0.0.0/8 -> 10.0.0.0/8',
    'sitedeck: Cannot ask whether to change 2 websites without a terminal: add --yes. Nothing was changed.',
    '',
  ]);
  const done = await update('--all', ...add, '--yes');
  expect(done).toMatchObject({ code: 0 });
  expect(done.stdout.split('\n').slice(0, 2)).toEqual([
    'changed one.example, exclude_ips: 192.0.2.1 -> 10.0.0.0/8',
    'changed two.example, exclude_ips: 192.0.2.1, 10.0.0.0/8 -> 10.0.0.0/8',
  ]);
  expect(done.stderr).toMatch(/2 changed, 1 left alone\.\n$/);
  const lists = async () =>
    (await service.api.listWebsites({ sort: 'asc' })).rows.map(({ excludeIps }) => excludeIps);
  expect(await lists()).toEqual(['10.0.0.0/8', '10.0.0.0/8', '10.0.0.0/8']);

  await update('--search', '.example', '--add-exclude-param', 'gclid', '--yes');
  const { rows } = await service.api.listWebsites({ sort: 'asc' });
  expect(rows.map(({ excludeParams }) => excludeParams)).toEqual(['ref\ngclid', 'gclid', '']);
  await update('one.example', '3', '--privacy', 'public', '--yes');
  expect((await service.api.listWebsites({ sort: 'asc' })).rows.map(({ privacy }) => privacy)).toEqual([
    'public',
    'private',
    'public',
  ]);
});

test('one that is not there does not keep the others, and makes the exit code 1', async () => {
  const service = await startService();
  await service.add('one.example');
  const ran = await run(
    ['websites', 'update', 'gone.example', '1', '--add-exclude-ip', '::1', '--yes'],
    service,
  );
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain('gone.example: There is no website');
  expect(ran.stderr).toContain('1 changed, 0 left alone, 1 failed.');
  expect(await service.api.showWebsite('1')).toMatchObject({ excludeIps: '::1' });
});

test('what is no address, and what does not go together, is refused before anything is changed', async () => {
  const service = await startService();
  await service.add('one.example');
  await service.add('two.example');
  for (const [args, words] of [
    [['--all', '--add-exclude-ip', 'nowhere'], '--add-exclude-ip: "nowhere" is no address'],
    [['--all', '--exclude-ips', '::1', '--add-exclude-ip', '::2'], 'Replace a list, or add to it'],
    [['--all', '--privacy', 'password'], 'one website at a time'],
    [['--all'], 'Say what to change'],
    [['--email'], 'Say which websites'],
    [['one.example', '--all', '--email'], 'only one of them'],
  ] as const) {
    const ran = await run(['websites', 'update', ...args, '--yes'], service);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(words);
  }
  expect((await run(['--read-only', 'websites', 'update', '--all', '--email'], service)).code).toBe(2);
  expect(errorLine(await run(['websites', 'update', '--all', '--email'], service).then(last))).toContain(
    '--yes',
  );
  const { rows } = await service.api.listWebsites({});
  expect(rows.every(({ email, excludeIps }) => email === false && excludeIps === '')).toBe(true);
});

test('a wrong address is said once, before a website is read', async () => {
  // Nothing listens there: a read would make the exit code 3.
  const env = { SITEDECK_URL: 'http://127.0.0.1:1', SITEDECK_API_KEY: apiKey };
  const ran = await run(['websites', 'update', '--all', '--add-exclude-ip', '10.0.0.0/33', '--yes'], { env });
  expect(ran).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'sitedeck: --add-exclude-ip: "10.0.0.0/33" is no address and no range: 203.0.113.7 or 10.0.0.0/8.\n',
  });
});

test('an address is added beside a stored entry that is none, which a service may know better', async () => {
  const service = await startService();
  await service.add('one.example', { excludeIps: '192.0.2.*' });
  await service.add('two.example');
  const ran = await run(['websites', 'update', '--all', '--add-exclude-ip', '::1', '--yes'], service);
  expect(ran.code).toBe(0);
  expect(await service.api.showWebsite('1')).toMatchObject({ excludeIps: '192.0.2.*\n::1' });
  expect(await service.api.showWebsite('2')).toMatchObject({ excludeIps: '::1' });
});

/** Only the last line of what was said. */
function last<T extends { readonly stderr: string }>(ran: T): T {
  return { ...ran, stderr: `${ran.stderr.trimEnd().split('\n').at(-1)}\n` };
}
