import { expect, test } from 'vitest';
import { FormatError } from '#logs/formats/fields/formatParts.ts';
import { ServerFormat } from '#logs/formats/ServerFormat.ts';

/** What a format reads of a line. */
function read(format: string, text: string) {
  const line = new ServerFormat(format).read(text);
  if (line === undefined) return undefined;
  const { time, head, request, status, referrer, agent, language } = line;
  return [new Date(time * 1000).toISOString(), head, request, status, referrer, agent, language];
}

function problem(format: string): string {
  try {
    void new ServerFormat(format);
  } catch (error) {
    if (error instanceof FormatError) return error.message;
  }
  throw new Error(`accepted: ${format}`);
}

const time = '2026-11-10T08:00:00.000Z';

test("nginx's log_format, as it stands in the configuration", () => {
  const directive = `log_format main '$remote_addr - $remote_user [$time_local] "$request" '
                      '$status $body_bytes_sent "$http_referer" '
                      '"$http_user_agent" "$http_x_forwarded_for" $host';`;
  const line =
    '203.0.113.7 - a b [10/Nov/2026:08:00:00 +0000] "GET /a\\x22 HTTP/1.1" 200 5 "-" "Agent \\x22x\\x22" "198.51.100.7, 10.0.0.1" example.com';
  const found = [time, 'example.com\n203.0.113.7', 'GET /a\\x22 HTTP/1.1', 200, '', 'Agent \\x22x\\x22', ''];
  expect(read(directive, line)).toEqual(found);
  const bare =
    '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" "$http_x_forwarded_for" $host';
  expect(read(bare, line)).toEqual(found);
  expect(new ServerFormat(bare).read(line)?.fields().at(-1)).toEqual({
    name: 'http_x_forwarded_for',
    value: '198.51.100.7, 10.0.0.1',
    isQuoted: true,
  });
  expect(read(bare, line.replace('] "', '] '))).toBeUndefined();
  expect(
    read(
      '$msec|$http_x_forwarded_for|$request_method|$scheme://$host$request_uri|$uri$is_args$args|$status|$http_accept_language',
      '1794297600.123|198.51.100.7|GET|https://example.com/a?b=1|/a?b=1|304|de',
    ),
  ).toEqual([time, 'example.com\n198.51.100.7', 'GET /a?b=1 HTTP/1.1', 304, '', undefined, 'de']);
});

test("Apache's LogFormat, as it stands in the configuration", () => {
  const directive = String.raw`LogFormat "%v:%p %h %l %u %t \"%r\" %>s %O \"%{Referer}i\" \"%{User-Agent}i\" %{X-Forwarded-For}i" vhost`;
  const line = String.raw`example.com:443 203.0.113.7 - - [10/Nov/2026:09:00:00 +0100] "GET /\" HTTP/1.1" 200 5 "https://a.example/" "Agent" -`;
  const found = [
    time,
    'example.com\n203.0.113.7',
    String.raw`GET /\" HTTP/1.1`,
    200,
    'https://a.example/',
    'Agent',
    '',
  ];
  expect(read(directive, line)).toEqual(found);
  expect(
    read('%v:%p %h %l %u %t "%r" %>s %O "%{Referer}i" "%{User-Agent}i" %{X-Forwarded-For}i', line),
  ).toEqual(found);
  for (const [format, stamp] of [
    ['%Y-%m-%dT%H:%M:%S%z', '2026-11-10T08:00:00+0000'],
    ['%d/%b/%Y %T %z', '10/Nov/2026 09:00:00 +0100'],
    ['begin:%F %T%z', '2026-11-10 08:00:00-0000'],
    ['%F %T %z', '2026-11-10 04:30:00 -0330'],
    ['%F %T %z', '2026-11-10 13:45:00 +0545'],
    ['%s', '1794297600'],
    ['sec', '1794297600'],
    ['msec', '1794297600999'],
    ['usec', '1794297600999999'],
  ])
    expect(read(`%a|%{${format}}t|%m|%U%q|%s`, `203.0.113.7|${stamp}|GET|/a?b|404`)).toEqual([
      time,
      '\n203.0.113.7',
      'GET /a?b HTTP/1.1',
      404,
      '',
      undefined,
      '',
    ]);
});

test('tabs of a configuration, the path of a CustomLog, and times as the documentation of Apache has them', () => {
  const tabs = String.raw`log_format ltsv 'time:$time_local\thost:$remote_addr\treq:$request\tstatus:$status\tvhost:$host';`;
  const ltsv =
    'time:10/Nov/2026:08:00:00 +0000\thost:203.0.113.7\treq:GET /a HTTP/1.1\tstatus:200\tvhost:example.com';
  expect(read(tabs, ltsv)?.slice(0, 3)).toEqual([time, 'example.com\n203.0.113.7', 'GET /a HTTP/1.1']);
  const custom = String.raw`CustomLog ${'$'}{APACHE_LOG_DIR}/access.log "%h %l %u %t \"%r\" %>s %b"`;
  expect(read(custom, '203.0.113.7 - - [10/Nov/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 -')?.[0]).toBe(
    time,
  );
  const lines = custom.replace(' \\"%r', '\\\n \\"%r');
  expect(lines).toContain('%t\\\n');
  expect(read(lines, '203.0.113.7 - - [10/Nov/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 -')?.[0]).toBe(time);
  const spaces = String.raw`"%h %{%Y-%m-%d %H:%M:%S %z}t %m %U%q %s \"%{User-agent}i\""`;
  expect(read(spaces, '203.0.113.7 2026-11-10 08:00:00 +0000 GET /a?b=1 200 "Agent"')?.slice(0, 3)).toEqual([
    time,
    '\n203.0.113.7',
    'GET /a?b=1 HTTP/1.1',
  ]);
  const bare = '$time_local $remote_addr "$request" $status';
  expect(read(bare, '10/Nov/2026:08:00:00 +0000 203.0.113.7 "GET /a HTTP/1.1" 200')?.[0]).toBe(time);
  const parts = String.raw`LogFormat "%h [%{%d/%b/%Y %T}t.%{msec_frac}t %{%z}t] \"%r\" %>s" fine`;
  expect(read(parts, '203.0.113.7 [10/Nov/2026 10:00:00.123 +0200] "GET /a HTTP/1.1" 200')?.[0]).toBe(time);
});

test('a format that cannot be used says why', () => {
  expect(problem('hello')).toBe(
    "give nginx's log_format or Apache's LogFormat, as it stands in the server's configuration.",
  );
  expect(problem('$remote_addr "$request" $status')).toBe('it does not hold the time ($time_local, %t).');
  expect(problem('%h %t "%r"')).toBe('it does not hold the status ($status, %>s).');
  expect(problem('$remote_addr [$time_local] "$request" $status$body_bytes_sent')).toBe(
    'nothing stands between status and body_bytes_sent, so they cannot be told apart.',
  );
  expect(problem('%h %{%Y-%m-%d %H:%M:%S}t "%r" %s')).toBe(
    'the time %{%Y-%m-%d %H:%M:%S}t cannot be read: it needs a date, a time and an offset (%z), or %s.',
  );
  expect(problem(`$a${'x'.repeat(20_000)}`)).toBe('it is too long.');
});
