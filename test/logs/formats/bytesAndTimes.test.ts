import { expect, test } from 'vitest';
import { LineReader } from '#logs/formats/LineReader.ts';
import { ServerFormat } from '#logs/formats/ServerFormat.ts';

/** Bytes and microseconds of a line, as it is read by itself, behind a "#Fields:" line or in a given format. */
function amounts(text: string, { fields, format }: { fields?: string; format?: string } = {}) {
  const reader = new LineReader(ServerFormat.parse(format), fields);
  const line = reader.read(Buffer.from(text).toString('latin1'));
  if (line === undefined || line === 'comment') throw new Error(`not read: ${text}`);
  return [line.bytes, line.took];
}

const common = (rest: string) => `203.0.113.7 - - [10/Nov/2026:08:00:00 +0000] "GET / HTTP/1.1" ${rest}`;
const combined = (behind: string, bytes = '5316') => common(`200 ${bytes} "-" "Mozilla/5.0"${behind}`);

test.each([
  ['common', common('200 5316'), 5316, undefined],
  ['common without bytes', common('200'), undefined, undefined],
  ['Apache sent no body', common('304 -'), 0, undefined],
  ['a part', common('206 1024 "-" "-"'), 1024, undefined],
  ['combined', combined(''), 5316, undefined],
  ['zero', combined('', '0'), 0, undefined],
  ['negative', combined('', '-5'), undefined, undefined],
  ['no number', combined('', 'NaN'), undefined, undefined],
  ['a terabyte', combined('', '1099511627776'), 2 ** 40, undefined],
  ['more than a terabyte', combined('', '1099511627777'), undefined, undefined],
  ['as many digits as fit', combined('', '9'.repeat(300)), undefined, undefined],
  ['a time of nginx with its name', combined(' "-" rt=0.123 uct="0.000"'), 5316, 123_000],
  ['the same in quotes', combined(' request_time="1.5"'), 5316, 1_500_000],
  ['a time without its name', combined(' 0.123'), 5316, undefined],
  ['a name that ends so', combined(' upstream_rt=0.123'), 5316, undefined],
  ['no time', combined(' rt=-'), 5316, undefined],
  ['Traefik', common('200 5316 "-" "-" 12 "web@docker" "http://10.0.0.2:80" 3ms'), 5316, 3_000],
  ['Traefik, with an agent', combined(' 12 "web@docker" "http://10.0.0.2:80" 45ms'), 5316, 45_000],
] as const)('%s', (_, text, bytes, took) => {
  expect(amounts(text)).toEqual([bytes, took]);
});

const caddy = (changes: object) =>
  JSON.stringify({
    ts: 1794297600.5,
    request: { client_ip: '203.0.113.7', method: 'GET', host: 'example.com', uri: '/', headers: {} },
    status: 200,
    ...changes,
  });

test.each([
  [{ size: 10_900, duration: 0.000929675 }, 10_900, 930],
  [{ size: 0, duration: 1e-7 }, 0, 0],
  [{ size: '12', duration: '1.5s' }, 12, 1_500_000],
  [{ size: 12, duration: '1m2.5s' }, 12, 62_500_000],
  [{ size: 12, duration: '350µs' }, 12, 350],
  [{ size: 12, duration: '12.25ms' }, 12, 12_250],
  [{ size: 12, duration: '2h' }, 12, 7_200_000_000],
  [{ size: 12, duration: '900ns' }, 12, 1],
  [{ size: -1, duration: -0.5 }, undefined, undefined],
  [{ size: 1.5, duration: 'soon' }, undefined, undefined],
  [{ size: 2 ** 60, duration: 1e9 }, undefined, undefined],
  [{ size: null, duration: null }, undefined, undefined],
  [{}, undefined, undefined],
])('Caddy: %j', (changes, bytes, took) => {
  expect(amounts(caddy(changes))).toEqual([bytes, took]);
});

const flat = {
  time_iso8601: '2026-11-10T08:00:00+00:00',
  remote_addr: '203.0.113.7',
  request: 'GET / HTTP/1.1',
  status: 200,
};

test.each([
  [{ body_bytes_sent: 5316, bytes_sent: 5600, request_time: 0.003 }, 5316, 3_000],
  [{ bytes_sent: '5600', request_time: '0.003' }, 5600, 3_000],
  [{ body_bytes_sent: '-', request_time: '-' }, 0, undefined],
  [{ bytes: 7, duration_ms: 12.5 }, 7, 12_500],
  [{ size: 7, 'request-time-ms': 3 }, 7, 3_000],
  // The unit is not known.
  [{ size: 7, duration: 3 }, 7, undefined],
  [{ upstream_response_time: 3 }, undefined, undefined],
  [{ body_bytes_sent: 'NaN', request_time: 'NaN' }, undefined, undefined],
])('JSON: %j', (changes, bytes, took) => {
  expect(amounts(JSON.stringify({ ...flat, ...changes }))).toEqual([bytes, took]);
});

test("Traefik's JSON has nanoseconds", () => {
  const line = {
    ClientHost: '203.0.113.7',
    DownstreamContentSize: 5316,
    DownstreamStatus: 200,
    Duration: 1_234_567,
    OriginContentSize: 9,
    OriginDuration: 1,
    RequestHost: 'example.com',
    RequestMethod: 'GET',
    RequestPath: '/',
    StartUTC: '2026-11-10T08:00:00Z',
  };
  expect(amounts(JSON.stringify(line))).toEqual([5316, 1_235]);
});

test('W3C: IIS has milliseconds, CloudFront seconds', () => {
  const iis = '#Fields: date time c-ip cs-method cs-uri-stem sc-status sc-bytes time-taken';
  const line = '2026-11-10 08:00:00 203.0.113.7 GET / 200 5316 46';
  expect(amounts(line, { fields: iis })).toEqual([5316, 46_000]);
  expect(amounts(line.replace(' 5316 46', ' - -'), { fields: iis })).toEqual([0, undefined]);
  expect(amounts(line, { fields: iis.replace(' sc-bytes time-taken', '') })).toEqual([undefined, undefined]);
  const cloudFront =
    '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status time-taken';
  const tabs = '2026-11-10 08:00:00 FRA2 5316 203.0.113.7 GET d1.cloudfront.net / 200 0.046'.replaceAll(
    ' ',
    '\t',
  );
  expect(amounts(tabs, { fields: cloudFront })).toEqual([5316, 46_000]);
});

const nginx = '$remote_addr [$time_local] "$request" $status';
const start = '203.0.113.7 [10/Nov/2026:08:00:00 +0000] "GET / HTTP/1.1" 200';
const apache = '%h %t "%r" %>s';

test.each([
  [`${nginx} $body_bytes_sent $request_time`, `${start} 5316 0.003`, 5316, 3_000],
  [`${nginx} $bytes_sent rt=$request_time`, `${start} 5316 rt=12.000`, 5316, 12_000_000],
  [`${nginx} $bytes_sent $body_bytes_sent`, `${start} 5600 5316`, 5316, undefined],
  [`${nginx} $upstream_response_time`, `${start} 0.003`, undefined, undefined],
  [nginx, start, undefined, undefined],
  [`${apache} %b %D`, `${start} 5316 1234`, 5316, 1_234],
  [`${apache} %b %D`, `${start} - 0`, undefined, 0],
  [`${apache} %B %T`, `${start} 5316 2`, 5316, 2_000_000],
  [`${apache} %O %T/%D`, `${start} 5316 2/2345678`, 5316, 2_345_678],
  [`${apache} %B %{ms}T`, `${start} 5316 12`, 5316, 12_000],
  [`${apache} %B %{us}T`, `${start} 5316 12`, 5316, 12],
  [`${apache} %B %{s}T`, `${start} 5316 12`, 5316, 12_000_000],
  [`${apache} %B %D`, `${start} 5316 -1`, 5316, undefined],
])('--log-format %s', (format, text, bytes, took) => {
  expect(amounts(text, { format })).toEqual([bytes, took]);
});
