import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../server/serverFixture.ts';
import { firefox, line, writeLog } from './importFixture.ts';

/** So many are looked at for where their host stands, before they are read. */
const sampled = 500;
const more = 200;
/** Of page views of one visitor, a second apart: what is asked once for each text or day is asked no more often for more lines. */
const times = Array.from({ length: sampled + more }, (_, at) =>
  new Date(Date.UTC(2026, 10, 10, 8, 0, at)).toISOString(),
);

const w3c =
  '#Fields: date time c-ip cs-method cs-uri-stem sc-status sc-bytes cs(User-Agent) time-taken x-edge-location';
const request = { remote_addr: '203.0.113.7', request: 'GET /a HTTP/1.1', status: 200, request_time: 0.1 };
const formats = [
  ['formats/textLines.ts', times.map(time => line(`10/Nov/2026:${time.slice(11, 19)}`, '/a'))],
  ['formats/json.ts', times.map(time => JSON.stringify({ time, ...request }))],
  [
    'formats/textLines.ts',
    [
      w3c,
      ...times.map(
        time =>
          `2026-11-10 ${time.slice(11, 19)} 203.0.113.7 GET /a 200 5 ${encodeURIComponent(firefox)} 0.1 FRA50`,
      ),
    ],
  ],
] as const;

test('a line passes eight files from its bytes to a count, as CONTRIBUTING.md draws them', async () => {
  const folder = temporaryFolder();
  const logs = formats.flatMap(([, lines], at) => [
    writeLog(folder, `${at}-some.log`, lines.slice(0, -more)),
    writeLog(folder, `${at}-all.log`, lines),
  ]);
  const child = join(import.meta.dirname, 'children/callsOfLines.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [child, folder, ...logs], {
    maxBuffer: 2 ** 24,
  });
  const calls: [name: string, calls: number][][] = JSON.parse(stdout);
  const files = formats.map((_, at) => {
    const [some, all] = [new Map(calls[at * 2]), calls[at * 2 + 1] ?? []];
    const growing = all.filter(([name, count]) => count - (some.get(name) ?? 0) >= more);
    return [...new Set(growing.map(([name]) => name.split(' ', 1)[0] ?? ''))].toSorted();
  });
  const way = [
    'classify/LineClassifier.ts',
    'classify/LineFields.ts',
    'count/KnownLines.ts',
    'count/LogCounter.ts',
    'count/sessions.ts',
    'formats/LineReader.ts',
    'formats/LogLine.ts',
  ];
  expect(files).toEqual(formats.map(([reader]) => [...way, reader]));
  const drawing = readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
  expect(files.flat().filter(file => !drawing.includes(`src/logs/${file}`))).toEqual([]);
});
