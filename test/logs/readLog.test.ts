import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChangedLog, type ContentRecord } from '#logs/storage/contents.ts';
import { CompleteLines } from '#logs/files/LogSource.ts';
import { LineSplitter } from '#logs/formats/LineReader.ts';
import { readLog, type ReadLog } from '#logs/import/readLog.ts';
import { accessLog } from '../helpers/accessLogs.ts';
import { importHere, line, textOf } from './importFixture.ts';
import { temporaryFile } from '../server/serverFixture.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer, void, void> {
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(
  text: string,
  known: readonly ContentRecord[] = [],
  size = 1_000,
  isFile = true,
): Promise<ReadLog<ContentRecord> & { lines: string[] }> {
  const lines: string[] = [];
  const splitter = new LineSplitter();
  const log = await readLog(
    inPieces(text, size),
    { contents: known, isFile },
    {
      begin: () => undefined,
      push: bytes => void lines.push(...splitter.push(bytes)),
      pause: () => undefined,
    },
  );
  lines.push(...splitter.end());
  return { ...log, lines };
}

const combined = [...accessLog({ lines: 30, domain: 'example.com' })].join('');
const common = [...accessLog({ lines: 30, format: 'common' })].join('');

test('a log cut anywhere, and then whole, gives every line once', async () => {
  for (const text of [combined, common]) {
    const lines = text.trimEnd().split('\n');
    // In the last two lines at every byte, before that at some.
    const near = text.length - 600;
    for (let cut = 0; cut <= text.length; cut += cut < near ? 97 : 1) {
      const first = await read(text.slice(0, cut));
      const second = await read(text, [first.content]);
      const cutLine = first.lines.at(-1) ?? '';
      const both = [...first.lines, ...second.lines];
      // A last line may have been read before its end was there: then the rest of it is not a line.
      expect(both.length).toBe(lines.length);
      expect(lines[first.lines.length - 1]?.startsWith(cutLine) ?? cutLine === '').toBe(true);
      expect(second.lines).toEqual(lines.slice(first.lines.length));
    }
  }
});

test('in the combined format a cut line is not taken for one of the common format', async () => {
  const [first = '', second = ''] = combined.split('\n');
  const beforeReferrer = second.slice(0, second.indexOf('" ') + 8);
  const { lines } = await read(`${first}\n${beforeReferrer}`);
  expect(lines).toEqual([first]);
});

test('the size of the pieces makes no difference', async () => {
  const whole = await read(combined, [], combined.length);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 700 }), async size => {
      expect(await read(combined, [], size)).toEqual(whole);
    }),
    { numRuns: 40 },
  );
});

test('a log is known again at any size of pieces: the same, and grown; an older copy is given out whole', async () => {
  const known = (await read(combined.slice(0, combined.indexOf('\n', 4_000) + 1))).content;
  const shorter = combined.slice(0, combined.indexOf('\n', 2_000) + 1);
  for (const size of [1, 100, 255, 256, 257, 5_000]) {
    const grown = await read(combined, [known], size);
    expect(grown.relation).toEqual({ kind: 'grown', from: known });
    expect(grown.lines.join('\n')).toBe(combined.slice(known.length).trimEnd());
    expect(await read(combined.slice(0, known.length), [known], size)).toMatchObject({
      relation: { kind: 'refused' },
      lines: [],
    });
    expect(await read(shorter, [known], size)).toMatchObject({
      relation: { kind: 'imported' },
      lines: shorter.trimEnd().split('\n'),
    });
  }
});

test('a log that differs from a known one in a single byte before its end is another log', async () => {
  const known = (await read(combined)).content;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: combined.length - 2 }), async at => {
      const changed = `${combined.slice(0, at)}~${combined.slice(at + 1)}`;
      fc.pre(changed !== combined);
      const { relation, lines } = await read(`${changed}more\n`, [known]);
      expect(relation).toEqual({ kind: 'imported' });
      expect(lines.join('\n')).toBe(`${changed}more`);
    }),
    { numRuns: 60 },
  );
});

test('a file of more than 8 MB is followed without being held, and is to be read again when it differs', async () => {
  const text = `${line('10/Nov/2026:08:00:00')}\n`.repeat(50_000);
  const { content } = await read(text, [], 100_000);
  const grown = await read(`${text}more\n`, [content], 100_000);
  expect(grown).toMatchObject({ relation: { kind: 'grown' }, lines: ['more'] });
  const changed = `${text.slice(0, -5)}~${text.slice(-4)}`;
  for (const other of [`${changed}more\n`, text.slice(0, -line('10/Nov/2026:08:00:00').length - 1)])
    await expect(read(other, [content], 100_000)).rejects.toThrow(ChangedLog);
});

test('a stream that goes on beyond 8 MB is given out whole', async () => {
  const text = `${line('10/Nov/2026:08:00:00')}\n`.repeat(50_000);
  const { content } = await read(text, [], 100_000);
  for (const other of [text, `${text.slice(0, -5)}~${text.slice(-4)}more\n`]) {
    const { relation, lines } = await read(other, [content], 100_000, false);
    expect(relation).toEqual({ kind: 'imported' });
    expect(`${lines.join('\n')}\n`).toBe(other);
  }
});

test('lines that were passed on may go to another thread: what is behind them and the line before stay', () => {
  const whole = new CompleteLines();
  const bytes = Buffer.from(`${'x'.repeat(100_000)}\nsecond\nthi`);
  const passed = whole.push(bytes);
  bytes.fill(0);
  expect(passed.length).toBe(100_008);
  if (passed.buffer instanceof ArrayBuffer) structuredClone(passed.buffer, { transfer: [passed.buffer] });
  expect(passed.length).toBe(0);
  expect(whole.push(Buffer.from('rd\nfour')).toString()).toBe('third\n');
  expect(whole.push(Buffer.from('th')).toString()).toBe('');
  expect(whole.end()).toEqual({ rest: 'fourth', lineBefore: 'third' });
});

test('a piece of a log gives its memory back once it was read; a part of a larger one stays', async () => {
  const text = `${line('10/Nov/2026:08:00:00', '/a')}\n`.repeat(400);
  const whole = Buffer.from(new TextEncoder().encode(text).buffer);
  const part = Buffer.concat([whole, whole]).subarray(whole.length);
  let read = '';
  await readLog(
    (async function* () {
      yield whole;
      yield part;
    })(),
    { contents: [], isFile: true },
    {
      begin: () => undefined,
      push: bytes => void (read += bytes.toString('latin1')),
      pause: () => undefined,
    },
  );
  expect(read).toBe(text + text);
  expect(whole.length).toBe(0);
  expect(part.toString('latin1')).toBe(text);
});

test('of a part that is to be read on a last line without its line feed is left, however whole it looks', async () => {
  const [first, second] = [line('10/Nov/2026:08:00:00', '/a'), line('10/Nov/2026:08:00:01', '/b')];
  const lengthOf = async (isAtEnd: boolean) => {
    let length = 0;
    const part = {
      name: 'access.log',
      linesOf: undefined,
      directive: undefined,
      isNew: true,
      skipsLine: () => false,
      bytes: () => inPieces(`${textOf([first])}${second}`, 1_000),
      isAtEnd: () => isAtEnd,
      isCut: () => false,
      isLater: false,
      store: (read: { readonly length: number }) => void ({ length } = read),
    };
    await importHere(temporaryFile(), [], 'example.com', { part });
    return length;
  };
  expect(await lengthOf(false)).toBe(first.length + 1);
  expect(await lengthOf(true)).toBe(first.length + 1 + second.length);
});
