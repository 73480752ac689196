import { expect, test } from 'vitest';
import { deepWebsite } from '../helpers/deepWebsite.ts';
import { apiKey, errorLine, refusal, run, startService, startSite } from './fixture.ts';
import { openFaultServer } from '../helpers/apiFixture.ts';

const json = (text: string): { rows: Record<string, unknown>[] } & Record<string, unknown> =>
  JSON.parse(text);

test('websites list prints a plain table in a pipe, the newest first', async () => {
  const service = await startSite();
  await service.add('two.example', { privacy: 'public', excludeBots: false, email: true });
  const { code, stdout, stderr } = await run(['websites', 'list'], service);
  expect(stdout.replace(/\d+ \w{3} \d{4}/g, 'DAY')).toBe(
    [
      'ID  DOMAIN       PRIVACY  EMAIL  BOTS EXCLUDED  ADDED',
      '2   two.example  public   yes    no             DAY',
      '1   one.example  private  no     yes            DAY',
      '',
    ].join('\n'),
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('websites list has one shape of JSON, and the same rows as CSV and Markdown', async () => {
  const service = await startService();
  await service.add('one.example', { excludeParams: 'a\nb' });
  const list = json((await run(['websites', 'list', '--json'], service)).stdout);
  expect(list).toMatchObject({
    page: 1,
    total: 1,
    next: 'no',
    rows: [
      {
        id: '1',
        domain: 'one.example',
        privacy: 'private',
        email: false,
        exclude_bots: true,
        exclude_params: 'a\nb',
        exclude_ips: '',
        created_at: expect.stringMatching(/^\d{4}-/),
      },
    ],
  });
  const csv = (await run(['--format', 'csv', 'websites', 'list'], service)).stdout;
  expect(csv.split('\n')[0]).toBe(
    'id,domain,privacy,email,exclude_bots,exclude_params,exclude_ips,created_at',
  );
  expect(csv).toContain('1,one.example,private,false,true,"a\nb",,');
  const markdown = (await run(['websites', 'list', '--format=markdown'], service)).stdout;
  expect(markdown).toContain('| 1 | `one.example` | private | false | true |');
});

test('websites list searches, sorts and turns pages; --all reads every page', async () => {
  const service = await startService();
  for (let at = 1; at <= 12; at += 1) await service.add(`site${String(at).padStart(2, '0')}.example`);
  const domains = async (...args: string[]) =>
    json((await run(['websites', 'list', '--json', ...args], service)).stdout).rows.map(row => row['domain']);
  expect(await domains('--search', 'site1')).toEqual(['site12.example', 'site11.example', 'site10.example']);
  expect(await domains('--sort-by', 'domain', '--sort', 'asc', '--page', '2')).toEqual([
    'site11.example',
    'site12.example',
  ]);
  expect(await domains('--per-page', '25')).toHaveLength(12);
  expect(await domains('--all', '--per-page', '10')).toHaveLength(12);
  const beyond = await run(['websites', 'list', '--page', '9'], service);
  expect(beyond.stderr).toBe('No such websites.\n');
  const { stderr } = await run(['websites', 'list'], service);
  expect(stderr).toBe('12 in all: --page 2, or --all.\n');
});

test('an id wins over a domain; a domain is matched whole and in any case', async () => {
  const service = await startService();
  await service.add('shop.example.com');
  await service.add('example.com');
  const shown = async (site: string) =>
    json((await run(['websites', 'show', site, '--json'], service)).stdout).rows[0]?.['domain'];
  expect(await shown('example.com')).toBe('example.com');
  expect(await shown('SHOP.Example.com')).toBe('shop.example.com');
  expect(await shown('1')).toBe('shop.example.com');
  const unknown = await run(['websites', 'show', 'example'], service);
  expect(errorLine(unknown)).toBe('sitedeck: There is no website "example" on this service.');
  expect(unknown).toMatchObject({ code: 1, stdout: '' });
});

test('an international domain is found in its own letters and in punycode', async () => {
  const service = await startService();
  await service.add('münchen.example');
  for (const site of ['münchen.example', 'MÜNCHEN.example', 'xn--mnchen-3ya.example'])
    expect((await run(['websites', 'show', site], service)).code).toBe(0);
});

test('websites create sends the defaults, or what is given', async () => {
  const service = await startService();
  const plain = await run(['websites', 'create', 'Plain.Example', '--json'], service);
  expect(json(plain.stdout).rows[0]).toMatchObject({ domain: 'plain.example', privacy: 'private' });
  await run(
    'websites create full.example --privacy public --email --no-exclude-bots --exclude-params ref --exclude-params utm_x --exclude-ips 10.0.0.0/8'.split(
      ' ',
    ),
    service,
  );
  expect(await service.api.showWebsite('2')).toMatchObject({
    domain: 'full.example',
    privacy: 'public',
    email: true,
    excludeBots: false,
    excludeParams: 'ref\nutm_x',
    excludeIps: '10.0.0.0/8',
  });
});

test('a password comes from stdin and never from an argument', async () => {
  const service = await startService();
  const args = ['websites', 'create', 'secret.example', '--privacy', 'password'];
  expect(refusal(await run(args, service))).toContain('No password for the statistics was given');
  expect((await run(args, { ...service, stdin: 'hunter2\n' })).code).toBe(0);
  expect(await service.api.showWebsite('1')).toMatchObject({ privacy: 'password' });
  for (const wrong of [['--password', 'hunter2'], ['--password=hunter2']]) {
    expect(refusal(await run(['websites', 'update', 'secret.example', ...wrong], service))).not.toContain(
      'hunter2',
    );
  }
});

test('websites update sends only what is given, and says when nothing is', async () => {
  const service = await startService();
  await service.add('one.example', { excludeParams: ' odd ,\r\n text ', email: true });
  expect((await run(['websites', 'update', 'one.example', '--privacy', 'public'], service)).code).toBe(0);
  expect(await service.api.showWebsite('1')).toMatchObject({
    privacy: 'public',
    email: true,
    excludeParams: ' odd ,\r\n text ',
  });
  const same = await run(['websites', 'update', 'one.example', '--privacy', 'public'], service);
  expect(same.stderr).toBe('one.example is unchanged: it has these values.\n');
  expect((await run(['websites', 'update', '1', '--exclude-params', '', '--no-email'], service)).code).toBe(
    0,
  );
  expect(await service.api.showWebsite('1')).toMatchObject({ excludeParams: '', email: false });
});

test('websites delete asks, and where nobody can answer wants --yes', async () => {
  const service = await startSite();
  expect(refusal(await run(['websites', 'delete', 'one.example'], service))).toBe(
    'sitedeck: Cannot ask whether to delete one.example without a terminal: add --yes. Nothing was changed.',
  );
  expect((await service.api.listWebsites({})).rows).toHaveLength(1);
  const deleted = await run(['websites', 'delete', 'one.example', '--yes'], service);
  expect(deleted).toEqual({ code: 0, stdout: '', stderr: 'Deleted one.example and its statistics.\n' });
  expect((await service.api.listWebsites({})).rows).toHaveLength(0);
});

test('what the service refuses ends with 1 and its own words', async () => {
  const service = await startSite();
  const taken = await run(['websites', 'create', 'one.example'], service);
  expect(refusal(taken, 1)).toBe('sitedeck: The domain has already been taken.');
});

test('--read-only refuses everything that writes', async () => {
  const service = await startSite();
  for (const args of [
    ['create', 'two.example'],
    ['update', '1', '--email'],
    ['delete', '1', '--yes'],
  ]) {
    expect(refusal(await run(['--read-only', 'websites', ...args], service))).toContain('read-only');
  }
  expect((await service.api.listWebsites({})).rows).toMatchObject([{ domain: 'one.example', email: false }]);
});

test('a field that only one of two websites has is empty for the other, whatever it is called', async () => {
  const server = await openFaultServer();
  server.answerWith((response, { path }) => {
    const id = path.endsWith('/1') ? 1 : 2;
    const fields = id === 1 ? ',"constructor":"x","toString":"y","__proto__":"z"' : '';
    response
      .setHeader('content-type', 'application/json')
      .end(`{"data":{"id":${id},"domain":"${id}.example"${fields}}}`);
  });
  const env = { SITEDECK_URL: server.url, SITEDECK_API_KEY: apiKey };
  const { stdout } = await run(['websites', 'show', '1', '2', '--format', 'csv'], { env });
  expect(stdout.split('\n').map(line => line.replace(/^(\d?).*?((?:,[^,]*){3})$/, '$1$2'))).toEqual([
    ',constructor,toString,__proto__',
    '1,x,y,z',
    '2,,,',
    '',
  ]);
});

test.each(['table', 'json', 'csv', 'markdown'])(
  'a website with more, and deeper fields than anyone reads is shown as %s without them, which is said',
  async format => {
    const server = await openFaultServer();
    server.answerWith(deepWebsite);
    const env = { SITEDECK_URL: server.url, SITEDECK_API_KEY: apiKey };
    const ran = await run(['websites', 'show', '1', '--format', format], { env });
    expect(ran.stderr).toBe('one.example: left out 149,801 fields: too many, or too large.\n');
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('field199');
    expect(ran.stdout).not.toMatch(/field200|deep/);
  },
);

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
  const service = await startSite();
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
  const service = await startSite();
  await service.add('two.example');
  for (const [args, words] of [
    [['--all', '--add-exclude-ip', 'nowhere'], '--add-exclude-ip: "nowhere": type an address'],
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
      'sitedeck: --add-exclude-ip: "10.0.0.0/33": type an address or a range, such as 203.0.113.7 or 10.0.0.0/8.\n',
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
