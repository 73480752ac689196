import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import {
  chrome,
  countedIn,
  countsOf,
  importHere,
  line,
  piped,
  pipedLines,
  query,
  textOf,
  withRowsOfVisits,
  writeLog,
} from './importFixture.ts';

const two = (part: number): string => String(part).padStart(2, '0');

/** One page view a minute for some hours of the 10th, each of a page and a visitor of its own. */
function hours(from: number, to: number): string[] {
  return Array.from({ length: (to - from) * 60 }, (_, index) => {
    const minute = from * 60 + index;
    return line(`10/Nov/2026:${two(Math.floor(minute / 60))}:${two(minute % 60)}:30`, `/p${minute}`, {
      address: `91.12.${Math.floor(minute / 250)}.${minute % 250}`,
    });
  });
}

test('two rotations that are piped in on two days count what they share once', async () => {
  const file = temporaryFile();
  const [oldest, older, newer, newest] = [hours(0, 4), hours(4, 10), hours(10, 14), hours(14, 17)];
  expect(await importHere(file, [pipedLines([...oldest, ...older, ...newer])])).toMatchObject({
    known: 0,
    counted: 840,
  });
  // The oldest is gone by now: 4 to 14 o'clock came yesterday.
  expect(await importHere(file, [pipedLines([...older, ...newer, ...newest])])).toMatchObject({
    read: 780,
    known: 600,
    counted: 180,
    files: [{ lines: 780, known: 600 }],
  });
  expect(countsOf(file, 2)).toEqual({ '': 1_020 });
  expect(countsOf(file, 1)).toEqual({ '': 1_020 });
});

test('a log and then the concatenation that holds it, in front or behind, count once', async () => {
  const [early, late] = [hours(0, 2), hours(2, 5)];
  for (const first of [early, late]) {
    const file = temporaryFile();
    const folder = temporaryFolder();
    await importHere(file, [writeLog(folder, 'part.log', first)]);
    await importHere(file, [writeLog(folder, 'all.log', [...early, ...late])]);
    expect(countsOf(file, 2)).toEqual({ '': 300 });
  }
});

test('windows of a journal that overlap count once, with their time stamps in front or without', async () => {
  const journal = (lines: readonly string[], host: string) =>
    textOf(
      lines.map(
        (line, index) => `2026-11-10T00:${two(index % 60)}:31+0000 ${host} nginx[81${index % 7}]: ${line}`,
      ),
    );
  const file = temporaryFile();
  await importHere(file, [piped(journal(hours(0, 3), 'web1'))]);
  expect(await importHere(file, [piped(journal(hours(2, 4), 'web'))])).toMatchObject({
    known: 60,
    counted: 60,
  });
  expect(await importHere(file, [pipedLines(hours(1, 5))])).toMatchObject({ known: 180, counted: 60 });
  expect(countsOf(file, 2)).toEqual({ '': 300 });
});

test('a copy without its first line has nothing new; of one with an edited line only that is', async () => {
  const lines = hours(0, 2);
  const [first = '', ...others] = lines;
  const file = temporaryFile();
  const folder = temporaryFolder();
  await importHere(file, [writeLog(folder, 'access.log', lines)]);
  const before = countedIn(file);
  expect(await importHere(file, [writeLog(folder, 'shorter.log', others)])).toMatchObject({
    read: 119,
    known: 119,
  });
  expect(countedIn(file)).toEqual(before);
  const edited = first.replace('/p0', '/edited');
  expect(await importHere(file, [writeLog(folder, 'edited.log', [edited, ...others])])).toMatchObject({
    known: 119,
    counted: 1,
  });
  expect(countsOf(file, 2)).toEqual({ '': 121 });
});

test('a copy that is cut short and then goes on otherwise counts what is its own', async () => {
  const lines = hours(0, 2);
  const file = temporaryFile();
  const folder = temporaryFolder();
  await importHere(file, [writeLog(folder, 'access.log', lines)]);
  const other = line('10/Nov/2026:01:00:00', '/other');
  expect(
    await importHere(file, [writeLog(folder, 'copy.log', [...lines.slice(0, 100), other])]),
  ).toMatchObject({ known: 100, counted: 1 });
});

test('of a file of more than 8 MB that was edited near its end only the edited lines are new', async () => {
  const agent = `${chrome} ${'x'.repeat(7_900)}`;
  const lines = hours(0, 20).map(line => line.replace(/"[^"]*"$/, `"${agent}"`));
  const file = temporaryFile();
  const folder = temporaryFolder();
  await importHere(file, [writeLog(folder, 'access.log', lines)]);
  const edited = lines.map((line, index) => (index === 1_198 ? line.replace(' /p', ' /edited') : line));
  expect(await importHere(file, [writeLog(folder, 'edited.log', edited)])).toMatchObject({
    read: 1_200,
    known: 1_199,
    counted: 1,
  });
  // An older copy is known as well.
  expect(await importHere(file, [writeLog(folder, 'older.log', lines.slice(0, -20))])).toMatchObject({
    known: 1_180,
    counted: 0,
  });
});

const same = line('10/Nov/2026:08:00:00', '/same');

test('the larger number of equal lines wins between logs; a log that grows adds its own', async () => {
  const file = temporaryFile();
  const folder = temporaryFolder();
  const at = (count: number) => Array.from({ length: count }, () => same);
  await importHere(file, [writeLog(folder, 'three.log', at(3))]);
  await importHere(file, [writeLog(folder, 'two.log', [line('10/Nov/2026:07:59:59', '/a'), ...at(2)])]);
  expect(countsOf(file, 3)).toEqual({ '/a': 1, '/same': 3 });
  await importHere(file, [writeLog(folder, 'five.log', [...at(5), line('10/Nov/2026:08:00:01', '/b')])]);
  expect(countsOf(file, 3)).toEqual({ '/a': 1, '/b': 1, '/same': 5 });
  // It had two of them: the third to fifth are known of others, the sixth is not.
  await importHere(file, [writeLog(folder, 'two.log', [line('10/Nov/2026:07:59:59', '/a'), ...at(6)])]);
  expect(countsOf(file, 3)).toEqual({ '/a': 1, '/b': 1, '/same': 6 });
});

test('lines count as known whether they were counted, left out or assets; malformed ones do not', async () => {
  const lines = [
    line('10/Nov/2026:08:00:00'),
    line('10/Nov/2026:08:00:01', '/style.css'),
    line('10/Nov/2026:08:00:02', '/', { status: 404 }),
    line('10/Nov/2026:08:00:03', '/', { agent: 'Googlebot/2.1' }),
    'no line of a log',
  ];
  const file = temporaryFile();
  await importHere(file, [pipedLines(lines)]);
  expect(
    await importHere(file, [piped(`${textOf(lines)}${line('10/Nov/2026:08:00:04')}\r\n`)]),
  ).toMatchObject({
    read: 1,
    malformed: 0,
    known: 0,
    counted: 1,
    files: [{ state: { kind: 'grown' } }],
  });
  expect(
    await importHere(file, [pipedLines([...lines.toReversed(), line('10/Nov/2026:08:00:04')])]),
  ).toMatchObject({
    read: 6,
    malformed: 1,
    known: 5,
    counted: 0,
  });
});

/** As the version before wrote it: what was counted, and no lines. */
function withoutLines(file: string): void {
  withRowsOfVisits(file);
  const database = new DatabaseSync(file, { timeout: 60_000 });
  database.exec(`drop table import_line; drop table import_file_line;
    drop table former_count; drop table log_zone; drop table summed_week; drop table week_sum;
    drop table log_follower; drop table log_file_line; drop table log_file; drop table log_source;
    alter table website drop column waiting;
    alter table demo_website drop column through_hour;
    alter table import_file drop column source; pragma user_version = 2`);
  database.close();
}

test('what an older version counted is not counted again: its files are known, other logs of that time are in doubt', async () => {
  const file = temporaryFile();
  const folder = temporaryFolder();
  const path = writeLog(folder, 'access.log', hours(2, 4));
  await importHere(file, [path]);
  withoutLines(file);
  expect((await importHere(file, [path])).files).toMatchObject([{ state: { kind: 'refused' } }]);
  // A window: 2:00 to 3:59 was counted, but which lines, is not known.
  const window = await importHere(file, [pipedLines(hours(1, 5))]);
  expect(window).toMatchObject({ read: 240, inDoubt: 120, counted: 120 });
  expect(window.notes[0]).toBe(
    'Lines of 2026-11-10 were left out: logs of that time were counted before, by an older Sitedeck or more than 400 days ago, and which lines they held is no longer known. Logs of another server are counted with --source NAME.',
  );
  expect(countsOf(file, 2)).toEqual({ '': 240 });
  // The file goes on where it ended.
  const late = line('10/Nov/2026:03:55:10', '/late');
  writeFileSync(path, textOf([...hours(2, 4), ...hours(4, 6), late]));
  expect(await importHere(file, [path])).toMatchObject({ read: 121, known: 60, inDoubt: 0, counted: 61 });
  expect(countsOf(file, 2)).toEqual({ '': 301 });
  // Another server, which is said to be one.
  expect(await importHere(file, [pipedLines(hours(2, 3))], 'example.com', { source: 'web2' })).toMatchObject({
    inDoubt: 0,
    counted: 60,
  });
});

test('in doubt are the seconds between the first and the last page view of ten minutes, and no more', async () => {
  const file = temporaryFile();
  await importHere(file, [pipedLines([line('10/Nov/2026:08:02:00'), line('10/Nov/2026:08:31:59')])]);
  withoutLines(file);
  const times = ['08:01:59', '08:02:00', '08:15:00', '08:31:59', '08:32:00'];
  const summary = await importHere(file, [
    pipedLines(times.map(time => line(`10/Nov/2026:${time}`, '/new'))),
  ]);
  expect(summary).toMatchObject({ inDoubt: 3, counted: 2 });
});

test('lines are forgotten 400 days after they were read, and then in doubt', async () => {
  const file = temporaryFile();
  const import400 = (lines: readonly string[], today: '2026-11-20' | '2027-12-25' | '2027-12-26') =>
    importHere(file, [pipedLines(lines)], 'example.com', { today });
  await import400(hours(2, 4), '2026-11-20');
  // 400 days later all is known; a day later the next import forgets it.
  expect(await import400(hours(3, 5), '2027-12-25')).toMatchObject({ known: 60, inDoubt: 0, counted: 60 });
  await import400([line('10/Nov/2027:08:00:00')], '2027-12-26');
  const again = await import400(hours(1, 5), '2027-12-26');
  expect(again).toMatchObject({ inDoubt: 120, known: 60, counted: 60 });
  expect(countsOf(file, 2)).toEqual({ '': 241 });
  expect(query(file, 'select sum(length(lines)) / 8 as lines from import_line')).toEqual([{ lines: 121 }]);
});

test('a line without its line feed is left, unless it and the one before end with their agents', async () => {
  const lines = hours(0, 1);
  const timed = lines.map(line => `${line} 0.125`);
  const common = lines.map(line => line.split(' "-"')[0] ?? '');
  for (const [log, counted] of [
    [lines, 60],
    [timed, 59],
    [common, 59],
    [lines.slice(0, 1), 0],
  ] as const) {
    const file = temporaryFile();
    await importHere(file, [pipedLines([line('10/Nov/2026:23:00:00', '/other')])]);
    expect(await importHere(file, [piped(log.join('\n'))])).toMatchObject({ counted });
    expect(await importHere(file, [pipedLines(log)])).toMatchObject({ counted: log.length - counted });
  }
});

test('a website has lines of its own, and takes them along when it is deleted', async () => {
  const file = temporaryFile();
  for (const domain of ['one.example', 'two.example'])
    expect(await importHere(file, [pipedLines(hours(0, 1))], domain)).toMatchObject({ counted: 60 });
  const database = new DatabaseSync(file, { timeout: 60_000 });
  database.exec(`pragma foreign_keys = on; delete from website where domain = 'one.example'`);
  database.close();
  expect(query(file, 'select sum(length(lines)) / 8 as lines from import_line')).toEqual([{ lines: 60 }]);
});

test('a line that Kubernetes cut counts once, wherever its log ends at first', async () => {
  const kubernetes = (tag: string, text: string) => `2026-11-10T08:00:00.1Z stdout ${tag} ${text}`;
  const long = line('10/Nov/2026:08:00:00', '/long');
  const all = [
    kubernetes('F', line('10/Nov/2026:08:00:00', '/first')),
    kubernetes('P', long.slice(0, 20)),
    kubernetes('P', long.slice(20, 60)),
    kubernetes('F', long.slice(60)),
    kubernetes('F', line('10/Nov/2026:08:00:01', '/last')),
  ];
  for (const lines of [1, 2, 3, 4]) {
    const file = temporaryFile();
    const folder = temporaryFolder();
    const early = await importHere(file, [writeLog(folder, 'web.log', all.slice(0, lines))]);
    const late = await importHere(file, [writeLog(folder, 'web.log', all)]);
    expect([early.malformed, late.malformed, early.counted + late.counted]).toEqual([0, 0, 3]);
  }
});

test('a log that grows late: what it had of the ten minutes before the last ones is not known to it twice', async () => {
  // Two requests alike in one second, of which the second took minutes to be answered, and was written behind others.
  const late = line('10/Nov/2026:08:09:30', '/slow');
  const next = line('10/Nov/2026:08:10:30', '/next');
  const after = line('10/Nov/2026:08:11:00', '/after');
  const folder = temporaryFolder();
  const whole = [late, next, late, after];
  const atOnce = temporaryFile();
  await importHere(atOnce, [pipedLines(whole)]);
  const grown = temporaryFile();
  await importHere(grown, [writeLog(folder, 'access.log', whole.slice(0, 2))]);
  expect(await importHere(grown, [writeLog(folder, 'access.log', whole)])).toMatchObject({
    known: 0,
    counted: 2,
  });
  expect(countedIn(grown)).toEqual(countedIn(atOnce));
});
