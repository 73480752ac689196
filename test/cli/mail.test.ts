import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addDays } from '#model/period/day.ts';
import { json } from '../helpers/faultAnswers.ts';
import { exampleSeed } from '../helpers/umami/example.ts';
import { startUmami } from '../helpers/umami/server.ts';
import { apiKey, errorLine, refusal, run, startService, startSite, temporaryHome, today } from './fixture.ts';

const noPython = spawnSync('python3', ['--version']).status === 0 ? undefined : 'there is no python3 here';

/** A message as Python's email package reads it. */
interface Parsed {
  readonly headers: Readonly<Record<string, string>>;
  /** [name, local part, domain]. */
  readonly from: readonly (readonly string[])[];
  readonly to: readonly (readonly string[])[];
  /** Milliseconds since 1970. */
  readonly date: number;
  readonly parts: readonly { readonly type: string; readonly charset: string; readonly content: string }[];
  readonly defects: readonly string[];
}

const parser = `
import email, email.header, email.policy, email.utils, json, sys
raw = sys.stdin.buffer.read()
m = email.message_from_bytes(raw, policy=email.policy.default)
# Its newer parser keeps the blank between two encoded words of a name, against RFC 2047.
older = email.message_from_bytes(raw, policy=email.policy.compat32)
words = lambda text: str(email.header.make_header(email.header.decode_header(text)))
who = lambda header: [[words(name), *address.partition('@')[::2]] for name, address in email.utils.getaddresses([header])]
leaves = [p for p in m.walk() if not p.is_multipart()]
print(json.dumps({
  'headers': {k: str(v) for k, v in m.items()},
  'from': who(older['from']), 'to': who(older['to']), 'date': m['date'].datetime.timestamp() * 1000,
  'parts': [{'type': p.get_content_type(), 'charset': p.get_content_charset(), 'content': p.get_content()} for p in leaves],
  'defects': [str(d) for p in m.walk() for d in p.defects] + [str(d) for v in m.values() for d in v.defects],
}))`;
import { openFaultServer } from '../helpers/apiFixture.ts';

function parse(message: string): Parsed {
  return JSON.parse(execFileSync('python3', ['-c', parser], { input: message, encoding: 'utf8' }));
}

/** What every server on the way may ask of a message (RFC 5322, RFC 2047). */
function expectPlain(message: string): void {
  expect(message).toMatch(/^[\n\x20-\x7e]+$/);
  const lines = message.split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(78);
  expect(lines).not.toContain('.');
}

const from = ['--mail-from', 'Sitedeck Zählung <stats@example.com>'];

test('a whole message has both reports, and headers that any mail program reads', async ({ skip }) => {
  skip(noPython !== undefined, noPython);
  const service = await startSite();
  for (let back = 1; back <= 14; back += 1)
    await service.count('1', 'visitors', [addDays(today, -back), '', back <= 7 ? 30 : 20]);
  await service.count('1', 'page', [addDays(today, -1), '/日本語', 12], [addDays(today, -1), '.', 4]);
  const subject = ['report', '1', '--period', '7d', '--compare=previous'];
  const to = [
    '--mail-to',
    '"Müller-Lüdenscheidt, Änne" <anna@bücher.example>, root',
    '--mail-to',
    'b@c.example',
  ];
  const { code, stdout, stderr } = await run([...subject, ...from, ...to], {
    env: { ...service.env, LC_ALL: 'C' },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expectPlain(stdout);
  const message = parse(stdout);
  // That of root, which the machine's own mail program completes.
  expect(message.defects).toEqual(['addr-spec local part with no domain']);
  expect(message.from).toEqual([['Sitedeck Zählung', 'stats', 'example.com']]);
  expect(message.to).toEqual([
    ['Müller-Lüdenscheidt, Änne', 'anna', 'xn--bcher-kva.example'],
    ['', 'root', ''],
    ['', 'b', 'c.example'],
  ]);
  // 7 * 30 against 7 * 20.
  expect(message.headers['Subject']).toMatch(
    /^one\.example: 210 visitors \+50%, \d+ \w{3}( \d{4})? - \d+ \w{3} \d{4}$/,
  );
  expect(message.headers['MIME-Version']).toBe('1.0');
  expect(message.headers['Auto-Submitted']).toBe('auto-generated');
  expect(message.headers['Message-ID']).toMatch(/^<[\w-]{20,}@example\.com>$/);
  expect(Math.abs(message.date - Date.now())).toBeLessThan(60_000);
  expect(message.parts.map(({ type, charset }) => [type, charset])).toEqual([
    ['text/plain', 'utf-8'],
    ['text/html', 'utf-8'],
  ]);
  const [text, html] = message.parts.map(({ content }) => content);
  expect(text).toBe((await run(subject, { env: { ...service.env, LC_ALL: 'C.UTF-8' } })).stdout);
  expect(html).toBe((await run([...subject, '--html'], service)).stdout);
  const again = parse(
    (await run([...subject, '--mail-from', 'root', '--mail-to', 'root'], service)).stdout,
  ).headers;
  expect(again['Message-ID']?.replace(/^<[\w-]{20,}/, '')).toBe(`@${hostname()}>`);
  const [id1, id2] = [again, message.headers].map(headers => headers['Message-ID']?.replace(/@.*/, ''));
  expect(id1).not.toBe(id2);
});

test('no text of a service makes a header, a part or a line that ends the message', async ({ skip }) => {
  skip(noPython !== undefined, noPython);
  const server = await openFaultServer();
  const hostile = 'shop\r\nBcc: evil@example.com\r\n\r\n.\r\n--_NmP =?UTF-8?Q?x=0D=0A?= \u2028\u202eBcc: ÄÖÜ';
  server.answerWith((response, request) => {
    const { path, query } = request;
    if (/name=(visitors|pageviews)&/.test(query))
      return json({ data: [{ value: addDays(today, -1), count: 3 }] })(response, request);
    if (path.includes('/stats/')) return json({ data: [{ value: hostile, count: 5 }] })(response, request);
    const website = { id: 1, domain: hostile, privacy: 0, exclude_bots: 0 };
    return json({ data: path.endsWith('/websites') ? [website] : website })(response, request);
  });
  const env = { SITEDECK_URL: server.url, SITEDECK_API_KEY: apiKey };
  for (const subject of ['--all', '1']) {
    const { stdout } = await run(['report', subject, ...from, '--mail-to', 'b@c.example'], { env });
    expectPlain(stdout);
    const message = parse(stdout);
    expect(message.defects).toEqual([]);
    expect(Object.keys(message.headers)).toEqual(
      'From To Subject Auto-Submitted Message-ID Date MIME-Version Content-Type'.split(' '),
    );
    expect(message.headers['Subject']).toMatch(subject === '1' ? /^shop {1,2}Bcc: evil@example\.com/ : /^1 /);
    expect(message.parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html']);
  }
});

test.each([
  ['a line break', 'anna@example.com\nBcc: evil@example.com', 'has a line break'],
  ['a line break behind a name', 'Anna\r\nBcc: evil@example.com <anna@example.com>', 'has a line break'],
  ['a bidi character', 'anna@example.com\u202e', 'has a line break or another invisible character'],
  ['nothing', '', 'is no address'],
  ['words', 'Anna Smith', 'is no address'],
  ['two addresses without a comma', 'anna@example.com bob@example.com', 'is no address'],
  ['no name before the @', '@example.com', 'is no address'],
  ['no host behind it', 'anna@', 'has no host name behind its @'],
  ['a host that is none', 'anna@exa mple', 'is no address'],
  ['a host that is none, in brackets', '<anna@-example..com>', 'has no host name behind its @'],
  ['two hosts', 'anna@evil.example@example.com', 'is no address'],
  ['a group', 'friends: anna@example.com;', 'is no address'],
  ['a quoted name before the @', '"anna smith"@example.com', 'is no address'],
])('an address that is %s is refused in one line, before any request', async (_what, address, why) => {
  const args = ['report', '--all', '--mail-from', 'root', '--mail-to', address];
  expect(
    refusal(await run(args, { env: { SITEDECK_URL: 'http://127.0.0.1:1', SITEDECK_API_KEY: apiKey } })),
  ).toContain(why);
});

test('--mail-from is one address, and both options go together', async () => {
  const env = { SITEDECK_URL: 'http://127.0.0.1:1', SITEDECK_API_KEY: apiKey };
  const line = async (...args: string[]) => errorLine(await run(['report', '--all', ...args], { env }));
  expect(await line('--mail-from', 'a@b.example, c@d.example', '--mail-to', 'root')).toContain(
    '--mail-from is one address',
  );
  expect(await line('--mail-to', 'root')).toContain('--mail-from and --mail-to go together');
});

test('names are links where the service has a page for the website: of Umami, unless by a share link', async () => {
  const slug = 'Open-slug_16abcd';
  const [first] = exampleSeed.websites;
  const server = await startUmami({
    ...exampleSeed,
    websites: exampleSeed.websites.map(one => (one === first ? { ...one, share: slug } : one)),
  });
  const env = { SITEDECK_URL: server.url, SITEDECK_API_KEY: server.tokenOf('anna') };
  const list = JSON.parse((await run(['websites', 'list', '--json'], { env })).stdout);
  const pages = list.rows.map(({ id }: { id: string }) => `${server.url}/websites/${id}`);
  const linksOf = (html: string) => new Set([...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link));
  expect(linksOf((await run(['report', '--all', '--html'], { env })).stdout)).toEqual(new Set(pages));
  const { id } = list.rows[0];
  expect(linksOf((await run(['report', id, '--html'], { env })).stdout)).toEqual(new Set([pages[0]]));

  const home = temporaryHome();
  await run(['profile', 'add', 'open', `${server.url}/share/${slug}`], { home });
  const shared = (await run(['report', '--all', '--html'], { home })).stdout;
  expect(linksOf(shared)).toEqual(new Set());
  expect(shared).not.toContain(slug);
  // Our own interface says nothing of pages.
  expect((await run(['report', '--all', '--html'], await startService())).stdout).not.toContain('href');
});

const postfix = '/usr/sbin/postfix';
const noPostfix =
  userInfo().uid !== 0
    ? 'Postfix is started by root only'
    : existsSync(postfix)
      ? noPython
      : 'there is no Postfix here';

/** A Postfix of its own that listens nowhere and puts all mail into a folder. */
function startPostfix(): { readonly sendmail: readonly string[]; readonly mail: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-postfix-'));
  execFileSync('chmod', ['755', folder]);
  for (const name of ['conf', 'queue', 'data', 'mail']) mkdirSync(join(folder, name));
  execFileSync('chown', ['postfix', join(folder, 'data')]);
  const [conf, mail] = [join(folder, 'conf'), join(folder, 'mail')];
  const services = [
    'pickup unix n - n 1 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 1 1 qmgr',
  ];
  for (const name of ['bounce', 'defer', 'trace']) services.push(`${name} unix - - n - 0 bounce`);
  services.push('rewrite unix - - n - - trivial-rewrite', 'local unix - n n - - local');
  services.push(
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'proxymap unix - - n - - proxymap',
  );
  services.push('postlog unix-dgram n - n - 1 postlogd');
  writeFileSync(join(conf, 'master.cf'), `${services.join('\n')}\n`);
  const settings = [
    'compatibility_level = 3.6',
    `queue_directory = ${folder}/queue`,
    `data_directory = ${folder}/data`,
    `mail_spool_directory = ${mail}/`,
    `maillog_file = ${folder}/log`,
    `maillog_file_prefixes = ${tmpdir()}`,
    'myhostname = mail.example.com',
    'mydestination = mail.example.com, example.com',
    'inet_interfaces = loopback-only',
    ...['local_recipient_maps', 'alias_maps', 'alias_database', 'mailbox_command'].map(name => `${name} =`),
    'luser_relay = root',
  ];
  writeFileSync(join(conf, 'main.cf'), `${settings.join('\n')}\n`);
  execFileSync(postfix, ['-c', conf, 'start'], { stdio: 'ignore' });
  onTestFinished(() => {
    spawnSync(postfix, ['-c', conf, 'stop'], { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  });
  return { sendmail: ['/usr/sbin/sendmail', '-C', conf], mail };
}

test(`Postfix's sendmail takes the message and delivers it as it is${noPostfix === undefined ? '' : ` (${noPostfix})`}`, async ({
  skip,
}) => {
  skip(noPostfix !== undefined, noPostfix);
  const service = await startSite(
    ['visitors', [addDays(today, -1), '', 12]],
    ['page', [addDays(today, -1), '/日本語', 12]],
  );
  const { sendmail, mail } = startPostfix();
  const to = ['--mail-to', 'Änne <anna@example.com>'];
  const { stdout } = await run(['report', '1', ...from, ...to], service);
  const [program = '', ...options] = sendmail;
  const sending = spawn(program, [...options, '-t', '-i'], { stdio: ['pipe', 'ignore', 'pipe'] });
  sending.stdin.end(stdout);
  const code = await new Promise(resolve => sending.on('close', resolve));
  expect(code).toBe(0);
  const inbox = join(mail, 'root', 'new');
  const [file = ''] = await vi.waitFor(
    () => {
      const files = existsSync(inbox) ? readdirSync(inbox) : [];
      expect(files).toHaveLength(1);
      return files;
    },
    { timeout: 30_000, interval: 50 },
  );
  const delivered = parse(readFileSync(join(inbox, file), 'utf8'));
  const sent = parse(stdout);
  expect(delivered.parts).toEqual(sent.parts);
  expect(delivered.defects).toEqual([]);
  for (const name of ['Subject', 'Message-ID', 'Date'])
    expect([name, delivered.headers[name]]).toEqual([name, sent.headers[name]]);
  expect([delivered.from, delivered.to]).toEqual([sent.from, [['Änne', 'anna', 'example.com']]]);
});
