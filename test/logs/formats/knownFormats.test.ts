import { beforeEach, expect, test } from 'vitest';
import { fieldOf, readHead } from '#logs/fields/clients.ts';
import { languageOf } from '#logs/fields/agents.ts';
import { referrerHost } from '#logs/fields/hosts.ts';
import { formats, isLocal } from '#logs/formats/formats.ts';
import { LineReader } from '#logs/formats/LineReader.ts';
import { HostSearch } from '#logs/formats/fields/hostField.ts';
import { unescapeField, setLogZone } from '#logs/formats/LogLine.ts';

const rules = { isOwnHost: (host: string) => host === 'example.com', isTrusted: () => false };

// Another file of this process may have imported in a zone of its own.
beforeEach(() => setLogZone(new Intl.DateTimeFormat().resolvedOptions().timeZone));

/** What is read of a line, as the import takes it; undefined where it is none. */
function read(text: string, reader = new LineReader()) {
  const line = reader.read(Buffer.from(text).toString('latin1'));
  if (line === undefined || line === 'comment') return line;
  const head = readHead(line.head, rules);
  return {
    format: line.format,
    time: new Date(line.time * 1000).toISOString(),
    host: head?.host,
    address: head?.address,
    request: line.request,
    status: line.status,
    referrer: referrerHost(line.referrer),
    agent: line.agent === undefined ? undefined : unescapeField(line.agent),
    language: languageOf(line.language),
  };
}

const visit = {
  time: '2026-11-10T08:00:00.000Z',
  host: 'example.com',
  address: '203.0.113.7',
  request: 'GET /shop?id=1 HTTP/1.1',
  status: 200,
  referrer: 'news.example.org',
  agent: 'Mozilla/5.0 (X11)',
  language: '',
};
const combined =
  '203.0.113.7 - - [10/Nov/2026:08:00:00 +0000] "GET /shop?id=1 HTTP/1.1" 200 5 "https://news.example.org/a" "Mozilla/5.0 (X11)"';

test('combined, with a host before, and with fields behind', () => {
  const plain = { ...visit, format: 'combined', host: undefined };
  expect(read(combined)).toEqual(plain);
  expect(read(`example.com ${combined}`)).toEqual({ ...plain, host: 'example.com' });
  expect(read(`example.com:443 ${combined}`)).toEqual({ ...plain, host: 'example.com' });
  expect(read(`${combined} "192.0.2.1" 0.003 [web-80] x`)).toEqual(plain);
});

test('Caddy: the client, the host, and headers, with the language of Accept-Language', () => {
  const line = (changes: object, request: object = {}) =>
    JSON.stringify({
      level: 'info',
      ts: 1794297600.5241024,
      logger: 'http.log.access.log0',
      msg: 'handled request',
      request: {
        remote_ip: '10.0.0.1',
        remote_port: '4711',
        client_ip: '203.0.113.7',
        proto: 'HTTP/2.0',
        method: 'GET',
        host: 'Example.com:443',
        uri: '/shop?id=1',
        headers: {
          'User-Agent': ['Mozilla/5.0 (X11)'],
          Referer: ['https://news.example.org/a'],
          'Accept-Language': ['de-CH,de;q=0.9,en;q=0.8'],
        },
        ...request,
      },
      bytes_read: 0,
      duration: 0.000929675,
      size: 10900,
      status: 200,
      resp_headers: { 'Content-Type': ['text/html; charset=utf-8'] },
      ...changes,
    });
  const caddy = { ...visit, format: 'Caddy JSON', language: 'de' };
  expect(read(line({}))).toEqual(caddy);
  expect(read(line({}, { client_ip: undefined, remote_ip: '203.0.113.7' }))).toEqual(caddy);
  expect(
    read(line({}, { client_ip: undefined, remote_ip: undefined, remote_addr: '203.0.113.7:4711' })),
  ).toEqual(caddy);
  for (const ts of [
    '2026-11-10T08:00:00.524Z',
    '2026-11-10T09:00:00+0100',
    1794297600524,
    '10/Nov/2026:08:00:00 +0000',
  ])
    expect(read(line({ ts }))).toEqual(caddy);
  // A time without a zone could be any.
  expect(read(line({ ts: '2026/11/10 08:00:00' }))).toBeUndefined();
  expect(read(line({}, { headers: {} }))).toEqual({ ...caddy, referrer: '', agent: '', language: '' });
  expect(read(line({}, { headers: undefined }))).toEqual({
    ...caddy,
    referrer: '',
    agent: undefined,
    language: '',
  });
  expect(read(line({}, { uri: '/ä\\x22"' }))).toEqual({
    ...caddy,
    request: 'GET /\u{c3}\u{a4}\\\\x22" HTTP/1.1',
  });
  expect(read(line({}, { host: '\u{1b}[2J' }))?.valueOf()).toEqual({ ...caddy, host: '-' });
});

test('Traefik: CLF and JSON, which have no agent unless they are told to keep it', () => {
  const tail = '12 "web@docker" "http://172.17.0.2:80" 3ms';
  const clf = (referrer: string, agent: string) =>
    read(
      `203.0.113.7 - - [10/Nov/2026:08:00:00 +0000] "GET /shop?id=1 HTTP/1.1" 200 5 "${referrer}" "${agent}" ${tail}`,
    );
  const plain = { ...visit, host: undefined };
  expect(clf('https://news.example.org/a', 'Mozilla/5.0 (X11)')).toEqual({ ...plain, format: 'combined' });
  expect(clf('-', '-')).toEqual({ ...plain, format: 'Traefik', referrer: '', agent: undefined });
  const json = {
    ClientAddr: '203.0.113.7:4711',
    ClientHost: '203.0.113.7',
    ClientPort: '4711',
    ClientUsername: '-',
    DownstreamContentSize: 5,
    DownstreamStatus: 200,
    Duration: 3000000,
    OriginStatus: 0,
    RequestAddr: 'example.com',
    RequestHost: 'example.com',
    RequestMethod: 'GET',
    RequestPath: '/shop?id=1',
    RequestProtocol: 'HTTP/1.1',
    RouterName: 'web@docker',
    StartLocal: '2026-11-10T09:00:00.000000123+01:00',
    StartUTC: '2026-11-10T08:00:00.000000123Z',
    level: 'info',
    msg: '',
    time: '2026-11-10T08:00:03Z',
  };
  const dropped = { ...visit, format: 'Traefik JSON', referrer: '', agent: undefined };
  expect(read(JSON.stringify(json))).toEqual(dropped);
  // Its own names come before the usual ones, wherever they stand.
  expect(read(JSON.stringify({ status: 500, remote_addr: '10.0.0.1', time_local: 0, ...json }))).toEqual(
    dropped,
  );
  expect(
    read(
      JSON.stringify({
        ...json,
        'request_User-Agent': 'Mozilla/5.0 (X11)',
        request_Referer: 'https://news.example.org/a',
        'request_Accept-Language': 'fr;q=0.5, en-GB',
      }),
    ),
  ).toEqual({ ...visit, format: 'Traefik JSON', language: 'en' });
});

test("nginx's JSON, by the names of its variables", () => {
  const nginx = { ...visit, format: 'JSON' };
  expect(
    read(
      '{"time_iso8601":"2026-11-10T09:00:00+01:00","remote_addr":"203.0.113.7","request":"GET /shop?id=1 HTTP/1.1",' +
        '"status":"200","body_bytes_sent":5,"http_referer":"https://news.example.org/a",' +
        '"http_user_agent":"Mozilla/5.0 (X11)","host":"example.com","request_time":"0.003"}',
    ),
  ).toEqual(nginx);
  expect(
    read(
      '{"@timestamp":"2026-11-10T08:00:00Z","clientip":"203.0.113.7","request_method":"GET","uri":"/shop","args":"id=1",' +
        '"status":200,"referer":"https://news.example.org/a","user_agent":"Mozilla/5.0 (X11)","http_host":"example.com",' +
        '"http_accept_language":"pt-BR"}',
    ),
  ).toEqual({ ...nginx, language: 'pt' });
  expect(
    read(
      '{"msec":"1794297600.003","remote_addr":"203.0.113.7","request_method":"GET","request_uri":"/shop?id=1","status":"200",' +
        '"http_referer":"","http_user_agent":"-","server_name":"example.com"}',
    ),
  ).toEqual({ ...nginx, referrer: '', agent: '-' });
  // Without escape=json nginx writes bytes as \xNN, which is no JSON.
  expect(
    read(
      '{"time_local":"10/Nov/2026:08:00:00 +0000","remote_addr":"203.0.113.7","request":"GET /shop?id=1 HTTP/1.1",' +
        String.raw`"status":"200","http_referer":"https://news.example.org/a","http_user_agent":"say \x22hi\x22 \xC3\xA4","host":"example.com"}`,
    ),
  ).toEqual({ ...nginx, agent: 'say "hi" \u{c3}\u{a4}' });
  expect(read('{"status":200}')).toBeUndefined();
  expect(read('{"a":')).toBeUndefined();
});

test('W3C, by its fields: IIS', () => {
  const reader = new LineReader();
  expect(read('#Software: Microsoft Internet Information Services 10.0', reader)).toBe('comment');
  expect(
    read(
      '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) cs-host sc-status sc-substatus sc-win32-status time-taken',
      reader,
    ),
  ).toBe('comment');
  const line =
    '2026-11-10 08:00:00 10.0.0.5 GET /shop id=1 443 - 203.0.113.7 Mozilla/5.0+(X11) https://news.example.org/a example.com 200 0 0 15';
  expect(read(line, reader)).toEqual({ ...visit, format: 'W3C' });
  expect(read(line.replace('id=1', '-').replace('203', '2001:db8::1 x'), reader)).toBeUndefined();
  // From where the log was read to before, the fields are known.
  expect(read(line, new LineReader(undefined, reader.directive))).toEqual({ ...visit, format: 'W3C' });
  expect(read(line)).toBeUndefined();
});

test('W3C, by its fields: CloudFront, whose cs(Host) is the distribution', () => {
  const reader = new LineReader();
  read('#Version: 1.0', reader);
  read(
    '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for',
    reader,
  );
  const line = (agent: string, host: string) =>
    `2026-11-10\t08:00:00\tFRA2\t5\t203.0.113.7\tGET\td111.cloudfront.net\t/shop\t200\thttps://news.example.org/a\t${agent}\tid=1\t-\tHit\tx==\t${host}\thttps\t2\t0.001\t-`;
  const found = { ...visit, format: 'W3C' };
  expect(read(line('Mozilla/5.0%20(X11)', 'example.com'), reader)).toEqual(found);
  expect(read(line('Mozilla/5.0%2520(X11)', 'example.com'), reader)).toEqual(found);
  expect(read(line('Mozilla/5.0%20(X11)', '-'), reader)).toEqual({ ...found, host: '-' });
  const before = new LineReader(
    undefined,
    '#Fields: date time x-edge-location c-ip cs-method cs(Host) cs-uri-stem sc-status',
  );
  expect(
    read('2026-11-10\t08:00:00\tFRA2\t203.0.113.7\tGET\td111.cloudfront.net\t/\t200', before),
  ).toMatchObject({
    host: undefined,
    request: 'GET / HTTP/1.1',
  });
});

test.each(formats.filter(({ name }) => name !== 'W3C'))(
  'the example of $name is a line of it',
  ({ name, example }) => {
    expect(read(example)).toMatchObject({
      format: name,
      time: isLocal(name) ? localVisit : visit.time,
      address: visit.address,
      request: 'GET /a HTTP/1.1',
      status: 200,
    });
  },
);

const localVisit = new Date(2026, 10, 10, 8).toISOString();

test('HAProxy: headers that are captured are told by their look, and escapes are read', () => {
  const line = (captured: string, request: string, behind = '') =>
    `203.0.113.7:33317 [10/Nov/2026:08:00:00.655] http-in~ static/srv1 10/0/30/69/+109 200 +2750 - - ---- 1/1/1/1/0 0/0${captured} "${request}"${behind}`;
  const plain = {
    ...visit,
    format: 'HAProxy',
    time: localVisit,
    host: undefined,
    referrer: '',
    agent: undefined,
  };
  const request = 'GET /shop?id=1 HTTP/1.1';
  expect(read(line('', request))).toEqual(plain);
  expect(read(line('', request, ' 0/0/0/0/0 example.com/TLSv1.3/TLS_AES_256_GCM_SHA384'))).toEqual({
    ...plain,
    host: 'example.com',
  });
  const headers = [
    'example.com',
    'https://news.example.org/a',
    'Mozilla/5.0 (X11)',
    '198.51.100.9, 10.0.0.1',
  ];
  for (const captured of [headers, headers.toReversed()]) {
    const text = line(` {${captured.join('|')}} {}`, request);
    expect(read(text)).toEqual({ ...visit, format: 'HAProxy', time: localVisit });
    const found = new LineReader().read(text);
    expect(typeof found === 'object' && fieldOf(found, { kind: 'last' })).toBe('198.51.100.9, 10.0.0.1');
  }
  expect(read(line(' {Mozilla/5.0 (X11#3B#7C)}', 'GET /a#23b#22 HTTP/2.0'))).toEqual({
    ...plain,
    agent: 'Mozilla/5.0 (X11;|)',
    request: 'GET /a#b" HTTP/2.0',
  });
  // No whole request came: HAProxy itself answered.
  expect(
    read(
      '203.0.113.7:33317 [10/Nov/2026:08:00:00.655] http-in http-in/<NOSRV> -1/-1/-1/-1/50001 408 212 - - cR-- 2/2/0/0/0 0/0 "<BADREQ>"',
    ),
  ).toEqual({ ...plain, status: 408, request: '<BADREQ>' });
  expect(read(line('', request).replace('10/Nov', '31/Nov'))).toBeUndefined();
});

test.each([
  ['example.com|Mediapartners-Google', 'example.com', 'Mediapartners-Google'],
  [
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)|example.com',
    'example.com',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  ],
  [
    'example.com|Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
    'example.com',
    'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
  ],
  ['example.com|https://news.example.org/a|Facebot Twitterbot/1.0', 'example.com', 'Facebot Twitterbot/1.0'],
  ['example.com|Java', 'example.com', 'Java'],
  ['example.com|de-DE,de;q=0.8|Mozilla/5.0 (X11)', 'example.com', 'Mozilla/5.0 (X11)'],
  ['example.com|', 'example.com', ''],
  ['example.com|-|https://news.example.org/a', 'example.com', ''],
  // No agent is among those that are captured.
  ['example.com', 'example.com', undefined],
  ['example.com|198.51.100.9', 'example.com', undefined],
  ['', undefined, undefined],
  // Whoever asks for the address of the server asks for another host.
  ['198.51.100.1|Mozilla/5.0 (X11)|203.0.113.9', '198.51.100.1', 'Mozilla/5.0 (X11)'],
  ['198.51.100.9|Mozilla/5.0 (X11)', undefined, 'Mozilla/5.0 (X11)'],
])('HAProxy: of {%s} the host is %s and the agent %s', (captured, host, agent) => {
  const text = `203.0.113.7:33317 [10/Nov/2026:08:00:00.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {${captured}} "GET /a HTTP/1.1"`;
  expect(read(text)).toMatchObject({ host, agent });
});

test('HAProxy: which header stands where all lines of a log tell: an address is a host where names are, and nothing no agent where links are', () => {
  const line = (captured: string) =>
    `203.0.113.7:33317 [10/Nov/2026:08:00:00.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {${captured}} "GET /a HTTP/1.1"`;
  const readIn = (captured: string, ...others: readonly string[]) => {
    const lines = Array.from({ length: 30 }, (_, at) => line(others[at % others.length] ?? ''));
    const log = Buffer.from([...lines, line(captured)].map(text => `${text}\n`).join(''));
    const directive = new HostSearch('example.com').directiveOf(log);
    return read(line(captured), new LineReader(undefined, directive));
  };
  const names = ['example.com|Mozilla/5.0 (X11)', 'WWW.example.com:443|curl/8.1'];
  expect(readIn('198.51.100.9|Mozilla/5.0 (X11)', ...names)).toMatchObject({
    host: '198.51.100.9',
    agent: 'Mozilla/5.0 (X11)',
  });
  expect(readIn('|curl/8.1', ...names)).toMatchObject({ host: '_', agent: 'curl/8.1' });
  expect(readIn('example.com|', ...names)).toMatchObject({ host: 'example.com', agent: '' });
  const proxied = ['198.51.100.7|Mozilla/5.0 (X11)', '198.51.100.9, 10.0.0.1|curl/8.1'];
  expect(readIn('198.51.100.9|Mozilla/5.0 (X11)', ...proxied)).toMatchObject({
    host: undefined,
    agent: 'Mozilla/5.0 (X11)',
  });
  const links = ['example.com|https://news.example.org/a', 'example.com|', 'example.com|'];
  expect(readIn('example.com|', ...links)).toMatchObject({
    host: 'example.com',
    agent: undefined,
    referrer: '',
  });
  expect(readIn('example.com|https://news.example.org/a', ...links)).toMatchObject({
    referrer: 'news.example.org',
    agent: undefined,
  });
  // Nothing there looks as most agents do.
  expect(readIn('example.com|Java', 'example.com|Ruby', 'example.com|')).toMatchObject({ agent: 'Java' });
  expect(
    readIn('example.com||de', 'example.com|Mozilla/5.0 (X11)|en,de;q=0.8', 'example.com|Java|en'),
  ).toMatchObject({ agent: '' });
  // Browsers name themselves.
  expect(readIn('example.com|', 'example.com|')).toMatchObject({ host: 'example.com', agent: undefined });
  const all = [
    'example.com||Mozilla/5.0 (X11)|203.0.113.9',
    'example.com|https://news.example.org/a|Java|203.0.113.8',
  ];
  expect(readIn('198.51.100.9|||203.0.113.8', ...all)).toMatchObject({
    host: '198.51.100.9',
    referrer: '',
    agent: '',
  });
});

test('HAProxy: a log of few lines has its headers where they were in the one before, and the host is no client', () => {
  const line = (captured: string) =>
    `203.0.113.7:33317 [10/Nov/2026:08:00:00.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {${captured}} "GET /a HTTP/1.1"`;
  const placed = '#Captured: 0 -1 1';
  const few = Buffer.from(`${line('198.51.100.9|Mozilla/5.0 (X11)')}\n`);
  const search = new HostSearch('example.com');
  expect(search.directiveOf(few)).toBeUndefined();
  expect(search.directiveOf(few, placed)).toBe(placed);
  expect(search.directiveOf(few, '#Fields: date time c-ip')).toBeUndefined();
  const others = Buffer.from(`${line('Mozilla/5.0 (X11)|example.com')}\n`.repeat(30));
  expect(search.directiveOf(others, placed)).toBe('#Captured: 1 -1 0');
  const found = (captured: string) => {
    const read = new LineReader(undefined, placed).read(line(captured));
    return typeof read === 'object' && fieldOf(read, { kind: 'last' });
  };
  expect(found('198.51.100.9|Mozilla/5.0 (X11)')).toBeUndefined();
  expect(found('198.51.100.9|Mozilla/5.0 (X11)|203.0.113.9')).toBe('203.0.113.9');
});

test('HAProxy: where the client had gone no status was sent, and a line that syslog cut ends in its request', () => {
  const line = (status: string, request: string) =>
    `203.0.113.7:33317 [10/Nov/2026:08:00:00.655] http-in static/srv1 10/-1/-1/-1/+109 ${status} +0 - - CR-- 1/1/1/1/0 0/0 {example.com|Mozilla/5.0 (X11)} ${request}`;
  const found = { ...visit, format: 'HAProxy', time: localVisit, referrer: '' };
  expect(read(line('-1', '"GET /shop?id=1 HTTP/1.1"'))).toEqual({ ...found, status: 0 });
  expect(read(line('200', '"GET /shop?id=1'))).toEqual({ ...found, request: 'GET /shop?id=1' });
  expect(read(line('200', ''))).toBeUndefined();
});

test('S3: what it does by itself is no request, and what deletes many is no GET', () => {
  const start = '79a59df9 example.com [10/Nov/2026:08:00:00 +0000]';
  const expired = `${start} - AmazonS3 3E57 S3.EXPIRE.OBJECT a/old "-" - - - 113 - - "-" "-" - s9lz= - - - - - - -`;
  expect(read(expired)).toBe('comment');
  const deleted = `${start} 203.0.113.7 79a59df9 3E57 BATCH.DELETE.OBJECT a/b - 204 - - 113 - - - - - s9lz= SigV4 ECDHE AuthHeader s3.amazonaws.com TLSv1.2 - -`;
  expect(read(deleted)).toMatchObject({ host: 'example.com', status: 204, request: '-', format: 'S3' });
});

test('S3: quotes are written as they were sent, in whichever field', () => {
  const line = (request: string, referrer: string, agent: string) =>
    `79a59df9 example.com [10/Nov/2026:08:00:00 +0000] 203.0.113.7 - 3E57 WEBSITE.GET.OBJECT shop "${request}" 200 - 5 5 7 6 "${referrer}" "${agent}" - s9lz= - - - www.example.com - - -`;
  const found = { ...visit, format: 'S3', host: 'www.example.com' };
  expect(read(line('GET /a"b HTTP/1.1', 'https://news.example.org/"a', 'Mozilla "5"'))).toEqual({
    ...found,
    request: 'GET /a"b HTTP/1.1',
    agent: 'Mozilla "5"',
  });
});

test('S3: the host is the domain of the bucket, and what lists it is no GET', () => {
  const line = (operation: string, host: string, bucket = 'example.com') =>
    `79a59df9 ${bucket} [10/Nov/2026:09:00:00 +0100] 203.0.113.7 - 3E57 ${operation} shop "GET /shop?id=1 HTTP/1.1" 200 - 5 5 7 6 "https://news.example.org/a" "Mozilla/5.0 (X11)" - s9lz= - ECDHE - ${host} TLSv1.2 - -`;
  const plain = { ...visit, format: 'S3' };
  expect(read(line('WEBSITE.GET.OBJECT', 'www.example.com'))).toEqual({ ...plain, host: 'www.example.com' });
  for (const host of ['example.com.s3-website.eu-central-1.amazonaws.com', '-'])
    expect(read(line('WEBSITE.GET.OBJECT', host))).toEqual(plain);
  expect(read(line('REST.GET.OBJECT', '-', 'bucket'))).toEqual({ ...plain, host: undefined });
  expect(read(line('REST.GET.BUCKET', '-'))?.valueOf()).toMatchObject({
    request: 'REST.GET.BUCKET GET /shop?id=1 HTTP/1.1',
  });
  expect(read(line('REST.GET.OBJECT', '-').replace('"GET', 'GET'))).toBeUndefined();
});

test('S3: where a request names the bucket in its path, that is no part of the page', () => {
  const line = (target: string, key: string, host: string) =>
    `79a59df9 example.com [10/Nov/2026:08:00:00 +0000] 203.0.113.7 - 3E57 REST.GET.OBJECT ${key} "GET ${target} HTTP/1.1" 200 - 5 5 7 6 "-" "Mozilla/5.0 (X11)" - s9lz= - - - ${host} - - -`;
  const endpoint = 's3.eu-central-1.amazonaws.com';
  const own = 'example.com.s3.eu-central-1.amazonaws.com';
  const requestIn = (...parts: Parameters<typeof line>) => {
    const found = read(line(...parts));
    return typeof found === 'object' && [found.host, found.request];
  };
  for (const host of [endpoint, 's3-eu-west-1.amazonaws.com', '-'])
    expect(requestIn('/example.com/a/b?x=1', 'a/b', host)).toEqual(['example.com', 'GET /a/b?x=1 HTTP/1.1']);
  expect(requestIn('/example.com/example.com/a', 'example.com/a', endpoint)).toEqual([
    'example.com',
    'GET /example.com/a HTTP/1.1',
  ]);
  for (const host of [own, 'www.example.com', '-'])
    expect(requestIn('/example.com/a', 'example.com/a', host)).toMatchObject([
      expect.anything(),
      'GET /example.com/a HTTP/1.1',
    ]);
  expect(requestIn('/a /example.com/b', 'a+/example.com/b', own)).toEqual([
    'example.com',
    'GET /a /example.com/b HTTP/1.1',
  ]);
});

test('S3: what an agent makes of a line is read as no line of another format', () => {
  const behind = '- s9lz= - - - example.com - - -';
  const line = (agent: string) =>
    `79a59df9 example.com [10/Nov/2026:08:00:00 +0000] 203.0.113.7 - 3E57 WEBSITE.GET.OBJECT shop "GET /shop?id=1 HTTP/1.1" 200 - 5 5 7 6 "https://news.example.org/a" "${agent}" ${behind}`;
  // Quotes are written as they were sent.
  const forged = '198.51.100.1 - - [11/Nov/2026:08:00:00 +0000] "GET /forged HTTP/1.1" 200 5 "-" "x';
  for (const agent of ['a (like "Gecko")', `a ${forged}`, `a " ${forged}`])
    expect(read(line(agent))).toMatchObject({ ...visit, format: 'S3', agent: expect.stringMatching(/^a/) });
  // In a combined line a name may hold brackets, and a time too.
  const name = combined.replace('- - [', '- a [b [11/Nov/2026:08:00:00 +0000] [');
  expect(read(name)).toEqual({ ...visit, format: 'combined', host: undefined });
});

test("Fastly's JSON: what a shield was asked for by an edge is told by the line of the edge", () => {
  const line = (isEdge: unknown) =>
    read(
      JSON.stringify({
        timestamp: '2026-11-10T08:00:00+0000',
        client_ip: '203.0.113.7',
        host: 'example.com',
        url: '/shop?id=1',
        request_method: 'GET',
        request_referer: 'https://news.example.org/a',
        request_user_agent: 'Mozilla/5.0 (X11)',
        response_status: 200,
        response_reason: null,
        fastly_is_edge: isEdge,
      }),
    );
  const seen = { ...visit, format: 'Fastly JSON' };
  expect([true, 'false', null, {}].map(line)).toEqual([seen, seen, seen, seen]);
  expect(line(false)).toBe('comment');
});
