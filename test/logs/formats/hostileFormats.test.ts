import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { languageOf } from '#logs/fields/agents.ts';
import { LineReader, nearestFormat } from '#logs/formats/LineReader.ts';
import { maxLineLength } from '#logs/formats/LogLine.ts';
import { ServerFormat } from '#logs/formats/ServerFormat.ts';
import { FormatError } from '#logs/formats/fields/formatParts.ts';
import { splitPrefix } from '#logs/formats/fields/prefixes.ts';
import { processorTime } from '../../helpers/processorTime.ts';

const time = '10/Nov/2026:08:00:00 +0000';
const caddy = '{"ts":1,"status":200,"request":{"remote_ip":"1.1.1.1","method":"GET","uri":"/","headers":{}}}';
const fragments = [
  ...String.raw`" \ \" \x \u [ ] { } : , | - % + GET 1.1.1.1 2026-11-10 08:00:00 "ts": "request": __proto__ {"log":" #Fields: 1e999 null`.split(
    ' ',
  ),
  ...' |\t|\r|\0|\xff|GET / HTTP/1.1|" 200 |\\n","stream":"stdout"|date time c-ip cs-uri-stem sc-status'.split(
    '|',
  ),
  `[${time}] "`,
  caddy,
];
const w3c = '#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status cs(User-Agent) cs(Referer)';
const formats = [
  '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"',
  '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"',
  '{"a":"$remote_addr","t":"$time_iso8601","r":"$request","s":"$status"}',
];
const readers = (): LineReader[] => [
  new LineReader(),
  new LineReader(undefined, w3c),
  ...formats.map(format => new LineReader(new ServerFormat(format))),
];

test('no line is too strange for a format', () => {
  const anyLine = fc.array(fc.oneof(fc.constantFrom(...fragments), fc.string()), { maxLength: 30 });
  fc.assert(
    fc.property(anyLine, parts => {
      const text = Buffer.from(parts.join('')).toString('latin1');
      for (const reader of readers()) {
        const line = reader.read(splitPrefix(text).line);
        if (line === undefined) nearestFormat(text, reader);
        if (line === undefined || line === 'comment') continue;
        expect(line.time).toBeGreaterThanOrEqual(0);
        expect(Number.isInteger(line.time)).toBe(true);
        expect(line.status).toBeLessThan(1_000);
        for (const field of [line.head, line.request, line.referrer, line.agent ?? '', line.language])
          expect(/^[\0-\xff]*$/.test(field)).toBe(true);
        expect(line.fields().length).toBeLessThan(300);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('no value of a known key is too strange', () => {
  const names = 'ts status request headers host remote_addr time uri method __proto__'.split(' ');
  const keys = fc.constantFrom(...names);
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(fc.dictionary(keys, value), fc.dictionary(keys, value), (line, request) => {
      for (const object of [line, { ...line, request }])
        new LineReader().read(Buffer.from(JSON.stringify(object)).toString('latin1'));
    }),
    { numRuns: 2_000 },
  );
});

test('no format is too strange: it is used or refused', () => {
  const bits = String.raw`$remote_addr $time_local "$request" $status %h %t %r %>s %{ %{constructor}i %{__proto__}i $constructor }t %% \" ' ;`;
  const part = fc.oneof(fc.constantFrom(' ', ...bits.split(' ')), fc.string());
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), parts => {
      try {
        new ServerFormat(parts.join('')).read(`1.1.1.1 [${time}] "GET / HTTP/1.1" 200`);
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
      }
    }),
    { numRuns: 2_000 },
  );
});

/** Lines that repeat something evil, of about this length. */
function evilLines(length: number): string[] {
  const fronts = [
    '',
    '{',
    '{"log":"',
    caddy.slice(0, -3),
    '2026-11-10 08:00:00 1.1.1.1 GET /',
    `1.1.1.1 - - [${time}] "`,
  ];
  return fronts.flatMap(front =>
    fragments.map(
      part =>
        front + part.repeat(Math.ceil((length - front.length) / part.length)).slice(0, length - front.length),
    ),
  );
}

function work(length: number): number {
  const lines = evilLines(length);
  const all = readers();
  return processorTime(() => {
    for (const text of lines) {
      const { line } = splitPrefix(text);
      for (const reader of all) if (reader.read(line) === undefined) nearestFormat(line, reader);
      languageOf(text);
    }
  });
}

test('ten times the input is ten times the work', () => {
  work(2_000);
  const [short, long] = [work(6_000), work(60_000)];
  expect(long).toBeLessThan(Math.max(short, 20) * 25);
  expect(maxLineLength).toBeGreaterThan(60_000);
});
