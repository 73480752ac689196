import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Agents } from '#logs/fields/agents.ts';
import { maxLineLength, unescapeField } from '#logs/formats/LogLine.ts';
import { readLogLine } from '#logs/formats/textLines.ts';
import { processorTime } from '../helpers/processorTime.ts';
import { temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import { chrome, countsOf, importHere, line, query } from './importFixture.ts';

const time = '10/Nov/2026:08:00:00';
const good = line(time);

async function importText(
  text: string | Buffer,
): Promise<{ file: string; counted: number; malformed: number; read: number }> {
  const path = join(temporaryFolder(), 'access.log');
  writeFileSync(path, text, 'latin1');
  const file = temporaryFile();
  const { counted, malformed, read } = await importHere(file, [path]);
  return { file, counted, malformed, read };
}

test('lines that are none are malformed, and the good ones between them are counted', async () => {
  const bad = [
    '',
    '\0\0\0\0',
    'x'.repeat(1_000_000),
    `91.12.3.4 - - [${time} +0000] "GET /${'x'.repeat(1_000_000)} HTTP/1.1" 200 512 "-" "${chrome}"`,
    '"'.repeat(60_000),
    ' ['.repeat(30_000),
    `91.12.3.4 - - [${time} +0000] "${'\\"'.repeat(30_000)}`,
    `91.12.3.4 - - [31/Feb/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 512 "-" "${chrome}"`,
    `91.12.3.4 - - [10/Nov/2026:25:00:00 +0000] "GET / HTTP/1.1" 200 512 "-" "${chrome}"`,
    `91.12.3.4 - - [10/Nov/0026:08:00:00 +0000] "GET / HTTP/1.1" 200 512 "-" "${chrome}"`,
    `91.12.3.4 - - [${time} +0000] "GET / HTTP/1.1" - 512 "-" "${chrome}"`,
    `91.12.3.4 - - [${time} +0000] "GET / HTTP/1.1" 200 512 "-" "cut`,
    `- - - [${time} +0000] "GET / HTTP/1.1" 200 512 "-" "${chrome}"`,
    `91.12.3.4 - - [${time} +0000] "GET no-path HTTP/1.1" 200 512 "-" "${chrome}"`,
  ];
  const { counted, malformed, read, file } = await importText(
    bad.flatMap(text => [good, text]).join('\n') + '\n',
  );
  expect({ counted, malformed, read }).toEqual({ counted: 14, malformed: 14, read: 28 });
  expect(countsOf(file, 3)).toEqual({ '/': 14 });
});

test('control sequences and wrong UTF-8 are counted as text that holds neither', async () => {
  const path = '/\x1b]52;c;x\x07\xff\x9b2J\0';
  const referrer = 'https://\x1b[31mevil.example/';
  const agent = 'Mozilla/5.0 \x1b[2J (X11; Linux x86_64; rv:1) Firefox/1.0';
  const lines = [
    line(time, path, { referrer, agent }),
    line(time, '/\\x1b[2J', { referrer: 'https://ok.example/\\x1b', agent }),
    line(time, '/?utm_campaign=%1b[31m%00red%ff', { agent }),
  ];
  const { file, counted } = await importText(`${lines.join('\n')}\n`);
  expect(counted).toBe(3);
  expect(countsOf(file, 3)).toEqual({ '/': 1, '/%1B[2J': 1, '/%1B]52;c;x%07%FF%9B2J%00': 1 });
  expect(countsOf(file, 6)).toEqual({ '[31m red\u{fffd}': 1 });
  const values = query(file, 'select value from stat').map(({ value }) => String(value));
  expect(values.filter(value => /[\p{Cc}\p{Cs}]/u.test(value))).toEqual([]);
});

test('a value is at most 255 characters long', async () => {
  const long = 'a'.repeat(5_000);
  const { file } = await importText(`${line(time, `/${long}?utm_campaign=${long}`)}\n`);
  const [page = ''] = Object.keys(countsOf(file, 3));
  const [campaign = ''] = Object.keys(countsOf(file, 6));
  expect([page.length, campaign.length]).toEqual([255, 255]);
});

test('names that a visitor makes up are no browsers', () => {
  const agents = new Agents();
  for (const agent of ['Evil Name/1.0 (foo)', 'Mozilla/5.0', '<script>/2 (x)', 'x', '-', '']) {
    expect(agents.software[agents.read(agent).software]).toEqual({ browser: '', os: '', device: '' });
  }
});

test('more values and visitors than are held in memory are counted one by one', async () => {
  const lines = Array.from({ length: 60_000 }, (_, index) =>
    line(time, `/p${index % 55_000}`, { address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` }),
  );
  const { file, counted } = await importText(`${lines.join('\n')}\n`);
  expect(counted).toBe(60_000);
  expect(query(file, 'select count(*) as rows, sum(count) as views from stat where name = 3')).toEqual([
    { rows: 55_000, views: 60_000 },
  ]);
  expect(query(file, 'select sum(count) as visitors from stat where name = 1')).toEqual([
    { visitors: 60_000 },
  ]);
});

const fragments = [
  ...'"|\\|\\"| |[|] "| [|GET / HTTP/1.1|" 200 |1.1.1.1|\0|\xff|" "|-|\r'.split('|'),
  `[${time} +0000] "`,
];

test('no line is too strange to be read, and what is read stands in the line', () => {
  const anyLine = fc.array(fc.oneof(fc.constantFrom(...fragments), fc.string()), { maxLength: 40 });
  fc.assert(
    fc.property(anyLine, parts => {
      const text = parts.join('');
      const read = readLogLine(text);
      if (!read) return;
      expect(read.time).toBeGreaterThanOrEqual(0);
      expect(read.status).toBeLessThan(1_000);
      for (const field of [read.head, read.request, read.referrer, read.agent ?? '']) {
        expect(text.includes(field)).toBe(true);
        unescapeField(field);
      }
    }),
    { numRuns: 3_000 },
  );
});

test('a line is read in time proportional to its length', () => {
  const size = maxLineLength;
  const evil = fragments.map(
    part => `1.1.1.1 - - [${time} +0000] "${part.repeat(Math.floor(size / part.length / 2))}`,
  );
  const work = processorTime(() => {
    for (const text of evil) readLogLine(text);
  });
  expect(work).toBeLessThan(1_000);
});
