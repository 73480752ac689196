import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planSteps } from '#cli/websites/plan.ts';
import { errorLine, refusal, run, startService, temporaryHome, type RunOptions } from './fixture.ts';

const file = (text: string): Pick<RunOptions, 'stdin'> => ({ stdin: text });

test('what is exported, applied again, changes nothing; the texts stay to the character', async () => {
  const [service, home] = [await startService(), temporaryHome()];
  await service.add('one.example', {
    privacy: 'password',
    password: 'hunter2',
    excludeParams: ' a ,\r\nb\u202e\n',
  });
  await service.add('two.example', { email: true, excludeBots: false, excludeIps: '10.0.0.0/8\n::1' });
  const exported = await run(['websites', 'export'], service);
  expect(exported.code).toBe(0);
  expect(exported.stdout).not.toMatch(/hunter2|\u202e/);
  expect(exported.stdout).toContain(
    'domain: two.example\n    privacy: private\n    email: true\n    exclude_bots: false',
  );
  const path = join(home.path, 'sites.yaml');
  writeFileSync(path, exported.stdout);
  const plan = await run(['websites', 'plan', path], service);
  expect(plan).toEqual({ code: 0, stdout: '', stderr: '2 left alone.\n' });
  expect(await run(['websites', 'apply', path], service)).toEqual({
    code: 0,
    stdout: '',
    stderr: '2 left alone.\n',
  });
  expect(await service.api.showWebsite('1')).toMatchObject({
    privacy: 'password',
    excludeParams: ' a ,\r\nb\u202e\n',
  });
  const json = await run(['websites', 'export', '--json'], service);
  expect((await run(['websites', 'plan', '-'], { ...service, ...file(json.stdout) })).stderr).toBe(
    '2 left alone.\n',
  );
});

const wanted = `
websites:
  - domain: one.example
    privacy: public
    exclude_params: [utm_x, ref]
  - domain: NEW.example
    email: true
    privacy: password
    password_env: NEW_PASSWORD
`;

test('plan shows it, apply does it once, --prune deletes the rest', async () => {
  const service = await startService();
  await service.add('one.example', { email: true, excludeParams: 'ref' });
  await service.add('old.example');
  const sites = async () =>
    (await service.api.listWebsites({ sort: 'asc' })).rows.map(({ domain }) => domain);
  const plan = await run(['websites', 'plan', '-'], { ...service, ...file(wanted) });
  expect(plan.stdout.replace(/ +/g, ' ').split('\n')).toEqual([
    'ACTION DOMAIN CHANGES',
    'update one.example privacy: private -> public; exclude_params: ref -> utm_x, ref',
    'create new.example privacy: password; email: true',
    '',
  ]);
  expect(plan).toMatchObject({ code: 5, stderr: '1 to create, 1 to change, 1 left alone.\n' });
  expect(await sites()).toEqual(['one.example', 'old.example']);

  expect(refusal(await run(['websites', 'apply', '-'], { ...service, ...file(wanted) }))).toContain(
    'new.example: set NEW_PASSWORD to its password. Nothing was changed.',
  );
  expect(await sites()).toEqual(['one.example', 'old.example']);

  const env = { ...service.env, NEW_PASSWORD: 'hunter2' };
  const applied = await run(['websites', 'apply', '-'], { env, ...file(wanted) });
  expect(applied).toEqual({
    code: 0,
    stdout: [
      'changed one.example, privacy: private -> public; exclude_params: ref -> utm_x, ref',
      'created new.example, privacy: password; email: true',
      '',
    ].join('\n'),
    stderr: '1 created, 1 changed, 1 left alone.\n',
  });
  expect(await service.api.showWebsite('1')).toMatchObject({
    privacy: 'public',
    email: true,
    excludeParams: 'utm_x\nref',
  });
  expect((await run(['websites', 'apply', '-'], { env, ...file(wanted) })).stderr).toBe('3 left alone.\n');

  expect(refusal(await run(['websites', 'apply', '-', '--prune'], { env, ...file(wanted) }))).toContain(
    'add --yes',
  );
  const pruned = await run(['websites', 'apply', '-', '--prune', '--yes', '--json'], {
    env,
    ...file(wanted),
  });
  expect(JSON.parse(pruned.stdout)).toMatchObject({ create: 0, update: 0, delete: 1, leave: 2, failed: 0 });
  expect(await sites()).toEqual(['one.example', 'new.example']);
});

test('what entries leave out is taken from defaults; anchors and merged mappings work', async () => {
  const service = await startService();
  await service.add('one.example', { excludeIps: '192.0.2.1' });
  const text = `
x-office: &office [192.0.2.1, 10.0.0.0/8]
x-open: &open
  privacy: public
defaults:
  exclude_bots: false
  exclude_ips: *office
websites:
  - domain: one.example
  - <<: *open
    domain: two.example
    exclude_ips: 192.0.2.9
`;
  const plan = await run(['websites', 'plan', '-'], { ...service, ...file(text) });
  expect(plan.stdout.replace(/ +/g, ' ').split('\n').slice(1)).toEqual([
    'update one.example exclude_bots: true -> false; exclude_ips: 192.0.2.1 -> 192.0.2.1, 10.0.0.0/8',
    'create two.example privacy: public; exclude_bots: false; exclude_ips: 192.0.2.9',
    '',
  ]);
  expect(plan.code).toBe(5);
  expect((await run(['websites', 'apply', '-'], { ...service, ...file(text) })).code).toBe(0);
  expect((await run(['websites', 'plan', '-'], { ...service, ...file(text) })).code).toBe(0);
});

test('one that fails does not keep the others, and makes the exit code 1', async () => {
  const service = await startService();
  const text = 'websites:\n  - domain: bad_name.example\n  - domain: good.example\n';
  const { code, stdout, stderr } = await run(['websites', 'apply', '-'], { ...service, ...file(text) });
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^create bad_name\.example, failed: The domain must be a host name.*\ncreated good\.example\n$/,
  );
  expect(stderr).toBe('1 created, 0 left alone, 1 failed.\n');
});

test.each([
  ['not yaml', 'websites: [', /^sitedeck: stdin: .* at line 1, column/],
  ['no domain', 'websites:\n  - email: true', /website 1, domain must be a domain/],
  ['a list of nothing', 'sites: []', /there must be a list of settings under "websites:"/],
  ['an empty file', '', /there must be a list/],
  [
    'a bomb',
    `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(50)}]\nwebsites: [${'*b,'.repeat(50)}]`,
    /too many aliases|must be/,
  ],
  [
    'lists in lists',
    `websites:\n  - domain: ${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    /it is nested too deeply/,
  ],
])('%s is refused in one line before anything is asked', async (_, text, message) => {
  const service = await startService();
  for (const command of ['plan', 'apply']) {
    expect(refusal(await run(['websites', command, '-'], { ...service, ...file(text) }))).toMatch(message);
  }
  expect((await service.api.listWebsites({})).rows).toEqual([]);
});

test('all that is wrong in a file is said at once', async () => {
  const service = await startService();
  const errorsOf = async (command: string, text: string) => {
    const ran = await run(['websites', command, '-'], { ...service, ...file(text) });
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    return ran.stderr.split('\n');
  };
  const wrong = `
other: 1
defaults: { privcy: public, exclude_ips: nowhere, email: perhaps }
websites:
  - { domain: a.example, email: maybe, exclude_ips: 10.0.0.0/33 }
  - { domain: A.example, exclude_ips: '' }
  - 7
  - { domain: b.example, privacy: secret, colour: red, exclude_ips: '' }
`;
  for (const command of ['plan', 'apply'])
    expect(await errorsOf(command, wrong)).toEqual([
      'sitedeck: stdin: has "other", which is no setting.',
      'sitedeck: stdin: defaults, email must be true or false.',
      'sitedeck: stdin: defaults has "privcy", which is no setting.',
      'sitedeck: stdin: a.example, email must be true or false.',
      expect.stringMatching(/^sitedeck: stdin: a\.example: Line 1, "10\.0\.0\.0\/33": type an address/),
      'sitedeck: stdin: website 3 must be settings.',
      'sitedeck: stdin: b.example, privacy must be public, private or password.',
      'sitedeck: stdin: b.example has "colour", which is no setting.',
      'sitedeck: stdin: a.example is there twice.',
      'sitedeck: 9 errors. Nothing was changed.',
      '',
    ]);
  const planned = 'websites:\n  - domain: a b\n  - {domain: c.example, privacy: password}\n';
  for (const command of ['plan', 'apply'])
    expect((await errorsOf(command, planned)).join('\n')).toMatch(
      /a b: A host name has no spaces.*\n.*c\.example: .*password_env: NAME.*\n.*2 errors\./,
    );
  const unset = ['a', 'b'].map(
    name => `  - { domain: ${name}.example, privacy: password, password_env: NO_SUCH_${name} }\n`,
  );
  expect(await errorsOf('apply', `websites:\n${unset.join('')}`)).toEqual([
    'sitedeck: a.example: set NO_SUCH_a to its password.',
    'sitedeck: b.example: set NO_SUCH_b to its password.',
    'sitedeck: 2 errors. Nothing was changed.',
    '',
  ]);
  expect((await service.api.listWebsites({})).rows).toEqual([]);
});

test.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])(
  'password_env: %s, which no environment has but every object, is no password',
  async name => {
    const service = await startService();
    const website = `{ domain: a.example, privacy: password, password_env: ${name} }`;
    const ran = await run(['websites', 'apply', '-'], { ...service, ...file(`websites:\n  - ${website}\n`) });
    expect([ran.code, errorLine(ran)]).toEqual([
      2,
      `sitedeck: a.example: set ${name} to its password. Nothing was changed.`,
    ]);
    expect((await service.api.listWebsites({})).rows).toEqual([]);
  },
);

test('an export by tag is refused by --prune, which would delete all others', async () => {
  const [service, home] = [await startService(), temporaryHome()];
  await service.add('one.example');
  await service.add('two.example');
  const options = { home, env: service.env };
  expect((await run(['tag', 'one.example', 'shop'], options)).code).toBe(0);
  for (const format of [[], ['--json']]) {
    const exported = await run(['websites', 'export', '--tag', 'Shop', ...format], options);
    expect(exported.stdout).not.toContain('two.example');
    const read = { ...options, ...file(exported.stdout) };
    expect(await run(['websites', 'plan', '-'], read)).toMatchObject({ code: 0, stderr: '2 left alone.\n' });
    for (const command of ['plan', 'apply'])
      expect(await run(['websites', command, '-', '--prune', '--yes'], read)).toEqual({
        code: 2,
        stdout: '',
        stderr:
          'sitedeck: stdin: it has only the websites with the tag shop: --prune would delete all others.\n',
      });
  }
  expect((await service.api.listWebsites({})).rows).toHaveLength(2);
});

test('a website whose domain the service does not tell is never pruned', () => {
  const websites = [
    { id: '1', domain: 'old.example', fields: {} },
    { id: '2', fields: {} },
    { id: '3', domain: '', fields: {} },
  ];
  expect(planSteps([], websites, true).map(({ action }) => action)).toEqual(['delete', 'leave', 'leave']);
});
