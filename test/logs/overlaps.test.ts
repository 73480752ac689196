import { gzipSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogSource } from '#logs/files/LogSource.ts';
import { temporaryFolder } from '../server/serverFixture.ts';
import { chrome, countedIn, fileWithWebsite, googlebot, importHere, piped, safari } from './importFixture.ts';

const start = Date.UTC(2026, 9, 30, 22, 40) / 1000;
const endings = { combined: '', timed: ' 0.012 "-"' };

interface Request {
  /** Seconds after the line before. */
  readonly pause: number;
  readonly text: string;
}

const visitor = fc.constantFrom(
  ['91.12.3.4', chrome],
  ['91.12.3.4', safari],
  ['8.8.8.8', safari],
  ['66.249.66.1', googlebot],
  ['10.0.0.1', '-'],
);
const referrer = fc.constantFrom('-', '-', 'https://t.co/x', 'https://example.com/');
const answered = fc.constantFrom(
  'GET / HTTP/1.1" 200',
  'GET / HTTP/1.1" 200',
  'GET /a HTTP/1.1" 304',
  'GET /a?utm_campaign=one HTTP/1.1" 200',
  'GET /style.css HTTP/1.1" 200',
  'GET /none HTTP/1.1" 404',
  'POST /a HTTP/1.1" 200',
);

const request = fc.tuple(visitor, answered, referrer).map(words => words.flat().join('\n'));

/** Seconds with many lines of a few requests, so that some are the same to the byte; pauses that end sessions. */
const requests: fc.Arbitrary<Request[]> = fc
  .tuple(
    fc.array(request, { minLength: 1, maxLength: 4 }),
    fc.array(fc.tuple(fc.constantFrom(0, 0, 0, 0, 0, 1, 1, 2, 59, 600, 1_799, 1_801), fc.nat()), {
      minLength: 6,
      maxLength: 60,
    }),
  )
  .map(([kinds, lines]) => lines.map(([pause, kind]) => ({ pause, text: kinds[kind % kinds.length] ?? '' })));

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface Log {
  readonly lines: readonly string[];
  /** Of each line: which of the seconds that have lines, from 0. */
  readonly seconds: readonly number[];
}

function written(requests: readonly Request[], ending: string): Log {
  let time = start;
  let second = 0;
  const seconds: number[] = [];
  const lines = requests.map(({ pause, text }, index) => {
    time += pause;
    if (pause > 0 && index > 0) second++;
    seconds.push(second);
    const [address, agent, request, from] = text.split('\n');
    const at = new Date(time * 1000).toISOString();
    const day = `${at.slice(8, 10)}/${months[Number(at.slice(5, 7)) - 1]}/${at.slice(0, 4)}`;
    return `${address} - - [${day}:${at.slice(11, 19)} +0000] "${request} 512 "${from}" "${agent}"${ending}`;
  });
  return { lines, seconds };
}

/** Two neighbours have one second whole; they begin and end anywhere. Shares are of what there is to choose from. */
interface Cut {
  readonly second: number;
  readonly before: number;
  readonly after: number;
  /** How much of the line behind its end the window before has too. */
  readonly ofNext: number;
}
const share = fc.nat(999).map(thousandths => thousandths / 1_000);
const cuts = fc.array(
  fc.record({ second: share, before: share, after: share, ofNext: share }) satisfies fc.Arbitrary<Cut>,
  { minLength: 1, maxLength: 4 },
);

function windowsOf({ lines, seconds }: Log, cuts: readonly Cut[]): string[] {
  const many = (seconds.at(-1) ?? 0) + 1;
  const sorted = cuts.toSorted((a, b) => a.second - b.second);
  const firsts = [0];
  const ends: number[] = [];
  const parts: number[] = [];
  for (const { second, before, after, ofNext } of sorted) {
    const common = Math.floor(second * many);
    const first = seconds.indexOf(common);
    const behind = seconds.lastIndexOf(common) + 1;
    firsts.push(first - Math.floor(before * before * (first + 1)));
    ends.push(behind + Math.floor(after * after * (lines.length - behind + 1)));
    parts.push(ofNext);
  }
  ends.push(lines.length);
  return firsts.map((first, index) => {
    const end = ends[index] ?? lines.length;
    const next = lines[end] ?? '';
    const whole = lines.slice(first, end).map(line => `${line}\n`);
    return whole.join('') + next.slice(0, Math.floor((parts[index] ?? 0) * (next.length + 1)));
  });
}

type Way = 'file' | 'gzip' | 'pipe' | 'packed pipe';
const way = fc.constantFrom<Way>('file', 'gzip', 'pipe', 'packed pipe');

function given(content: string, way: Way, place: string): string | LogSource {
  if (way === 'pipe') return piped(content, 997);
  if (way === 'packed pipe') return piped(gzipSync(content), 53);
  writeFileSync(place, way === 'gzip' ? gzipSync(content) : content);
  return place;
}

async function ofWhole({ lines }: Log): Promise<unknown> {
  const file = await fileWithWebsite();
  await importHere(file, [piped(lines.map(line => `${line}\n`).join(''))]);
  return countedIn(file);
}

test('windows that overlap by a second count as the whole, in any order, by any way, at once or one by one', async () => {
  await fc.assert(
    fc.asyncProperty(
      requests,
      fc.constantFrom(...Object.values(endings)),
      cuts,
      fc.array(fc.record({ place: share, way, isAlone: fc.boolean() }), { minLength: 5, maxLength: 5 }),
      async (requests, ending, cuts, ways) => {
        const log = written(requests, ending);
        const folder = temporaryFolder();
        const file = await fileWithWebsite();
        const windows = windowsOf(log, cuts)
          .map((content, index) => ({ content, index, ...ways[index] }))
          .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0));
        let together: (string | LogSource)[] = [];
        for (const { content, index, way = 'file', isAlone } of windows) {
          together.push(given(content, way, join(folder, `${index}.log`)));
          if (isAlone === true) await importHere(file, together);
          if (isAlone === true) together = [];
        }
        if (together.length > 0) await importHere(file, together);
        expect(countedIn(file)).toEqual(await ofWhole(log));
      },
    ),
    { numRuns: 20 },
  );
}, 240_000);

test('a log that is read while it grows, cut anywhere, counts as the whole, with windows of it in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      requests,
      fc.constantFrom(...Object.values(endings)),
      fc.array(share, { minLength: 1, maxLength: 4 }),
      fc.option(cuts),
      async (requests, ending, lengths, cuts) => {
        const log = written(requests, ending);
        const whole = log.lines.map(line => `${line}\n`).join('');
        const windows = cuts === null ? [] : windowsOf(log, cuts);
        const file = await fileWithWebsite();
        const path = join(temporaryFolder(), 'access.log');
        for (const length of lengths.toSorted((a, b) => a - b)) {
          writeFileSync(path, whole.slice(0, Math.floor(length * whole.length)));
          await importHere(file, [path]);
          const window = windows.pop();
          if (window !== undefined) await importHere(file, [piped(window)]);
        }
        writeFileSync(path, whole);
        await importHere(file, [path]);
        expect(countedIn(file)).toEqual(await ofWhole(log));
      },
    ),
    { numRuns: 20 },
  );
}, 240_000);
