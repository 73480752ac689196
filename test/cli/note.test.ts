import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays, dayParts } from '#model/period/day.ts';
import { daysText, formatDayLong, formatWeekday } from '#model/period/format.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { refusal, run, startService, temporaryHome, today, type Ran } from './fixture.ts';

async function noted() {
  const service = await startService();
  for (const domain of ['one.example', 'two.example']) await service.add(domain);
  const home = temporaryHome();
  const sitedeck = async (args: readonly string[], stdin?: string): Promise<Ran> =>
    await run(args, { home, env: service.env, ...(stdin !== undefined && { stdin }) });
  const note = async (...args: string[]) => await sitedeck(['note', ...args]);
  const csv = async (...args: string[]) => (await note('list', ...args, '--format', 'csv')).stdout;
  return { service, home, sitedeck, note, csv };
}

/** With its year, where that is another one than today's. */
const dayWords = (day: Day) =>
  dayParts(day).year === dayParts(today).year ? formatWeekday(day) : formatDayLong(day);

const head = 'id,day,until,at,about,text,domain,tag\n';

test('notes of a website, of a tag and of all are kept, listed in the order of time, and removed', async () => {
  const { note, csv, sitedeck } = await noted();
  await sitedeck(['tag', 'two.example', 'client-a']);
  const added = await note('add', 'one.example', 'newsletter', '14', '--on', '2026-11-06', '--at', '9:00');
  expect(added).toMatchObject({ code: 0, stdout: '' });
  expect(added.stderr).toMatch(/Noted for one\.example: Fri 6 Nov( 2026)? 09:00 newsletter 14 {2}\(note 1\)/);
  await note('add', '--all', 'new data centre', '--on', '2026-11-02', '--until', '2026-11-04');
  await note('add', '--tag', 'Client-A', 'campaign', '--on', '2026-11-01');
  expect(await csv()).toBe(
    `${head}3,2026-11-01,,,the tag client-a,campaign,,client-a\n` +
      '2,2026-11-02,2026-11-04,,all websites,new data centre,,\n' +
      '1,2026-11-06,,09:00,one.example,newsletter 14,one.example,\n',
  );
  expect(await csv('one.example')).not.toContain('campaign');
  expect(await csv('two.example')).toContain('campaign');
  expect((await note('list')).stdout.split('\n')[3]).toBe(
    '   1  6 Nov 2026  -           09:00  one.example       newsletter 14',
  );
  await note('remove', '1', '3');
  expect(await csv()).toBe(`${head}2,2026-11-02,2026-11-04,,all websites,new data centre,,\n`);
});

test('a day of another year is said with it', async () => {
  const { note, sitedeck } = await noted();
  expect((await note('add', '--all', 'x', '--on', '2040-01-01')).stderr).toContain(
    'Noted for all websites: Sun 1 Jan 2040 x  (note 1)',
  );
  await note('add', 'one.example', 'moved', '--on', '2019-12-31', '--until', '2020-01-02');
  const report = ['report', 'one.example', '--from', '2020-01-01', '--to', '2020-01-05'];
  for (const args of [[], ['--html'], ['--json']])
    expect((await sitedeck([...report, ...args])).stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Tue 31 Dec 2019 - Thu 2 Jan 2020 moved',
    );
});

test('notes are read from lines and from what the list prints, each once; all or none', async () => {
  const { home, csv, sitedeck, note } = await noted();
  const lines = '2026-10-01\tv1.0\n2026-11-20 10:30\tv1.1\n';
  const imported = await sitedeck(['note', 'import', 'one.example', '-'], lines);
  expect(imported.stderr).toContain('2 notes added.');
  expect(
    (await sitedeck(['note', 'import', 'one.example', '-'], `${lines}2026-11-21\tv1.2\n`)).stderr,
  ).toContain('1 note added, 2 notes known already.');
  const wrong = await sitedeck(['note', 'import', 'two.example', '-'], '2026-10-01\tv1.0\ntoday\tv2\n');
  expect(refusal(wrong, 2)).toContain('stdin: Line 2 does not begin with a day');
  const all = await csv();
  expect(all).not.toContain('two.example');
  const file = join(home.path, 'notes.json');
  writeFileSync(file, (await note('list', '--json')).stdout);
  await note('remove', '1', '2', '3');
  expect(await csv()).toBe(head);
  expect((await note('import', file)).stderr).toContain('3 notes added.');
  expect(await csv()).toBe(all);
  const right = { day: '2026-10-01', text: 'a' };
  for (const [entry, code, words] of [
    [{ ...right, text: null }, 2, 'text is missing; right is a line of at most 200 characters'],
    [{ ...right, text: 'a\u001bb' }, 2, 'text is "a"; right is a line without control characters'],
    [{ ...right, day: undefined }, 2, 'day is missing; right is a day such as 2026-11-06'],
    [{ ...right, day: 20261106 }, 2, 'day is "20261106"; right is a day such as 2026-11-06'],
    [{ ...right, until: '2026-09-30' }, 2, 'until is "2026-09-30"; right is a day from its first one on'],
    [{ ...right, at: '25:00' }, 2, 'at is "25:00"; right is a time of day such as 09:00'],
    [{ ...right, at: '9:00', until: '2026-10-02' }, 2, 'at is "9:00"; right is nothing where'],
    [{ ...right, tag: 'no' }, 2, 'tag is "no"; right is a tag of a website'],
    [{ ...right, domain: 'no.example' }, 1, 'There is no website "no.example"'],
    ['a', 2, 'day is missing; right is a day such as'],
  ] as const) {
    writeFileSync(file, JSON.stringify({ rows: [right, entry] }));
    const said = refusal(await note('import', file), code);
    expect(said).toContain(`: entry 2: ${words}`);
    expect(said).toContain('Nothing was added.');
  }
  writeFileSync(file, '{"rows":');
  expect(refusal(await note('import', file), 2)).toContain(
    'has no list of notes as note list --json prints it. Nothing was added.',
  );
  expect(await csv()).toBe(all);
});

test('--read-only is about the service: notes, tags and goals of this machine can be changed', async () => {
  const { note, csv, sitedeck } = await noted();
  const before = await csv();
  expect((await note('add', 'one.example', 'mine', '--on', '2026-10-03', '--read-only')).code).toBe(0);
  expect(await csv()).not.toBe(before);
  expect((await sitedeck(['tag', '--read-only', 'one.example', '--add', 'shop'])).code).toBe(0);
  expect((await sitedeck(['goal', '--read-only', 'set', 'one.example', 'visitors', '5'])).code).toBe(0);
  const said = refusal(await sitedeck(['websites', 'create', 'new.example', '--read-only']), 2);
  expect(said).toContain('is read-only (--read-only, or its profile): nothing was changed.');
  expect((await sitedeck(['--help'])).stdout).toMatch(/--read-only +change nothing of the service;/);
});

test('a day may be said as yesterday', async () => {
  const { note, csv } = await noted();
  await note('add', 'one.example', 'mine', '--on', 'yesterday', '--until', 'Today');
  expect(await csv()).toContain(`,${addDays(today, -1)},${today},`);
});

test('what cannot be noted is one line, and nothing is kept', async () => {
  const { home, note, csv } = await noted();
  symlinkSync('circle', join(home.path, 'circle'));
  for (const [args, code, words] of [
    [['add'], 2, 'Say what is noted, behind the website'],
    [['add', 'newsletter 14'], 2, 'Say what is noted, behind the website'],
    [['add', '--all'], 2, "or --all: sitedeck note add SITE 'newsletter 14'"],
    [['add', 'one.example', 'a'.repeat(201)], 2, 'A note is a line of at most 200 characters'],
    [['add', 'one.exmaple', 'x'], 1, 'There is no website "one.exmaple"'],
    [['add', 'one.example', 'x', '--on', 'tomorrow'], 2, '--on tomorrow is no day'],
    [['add', 'one.example', 'x', '--at', '25:00'], 2, '--at 25:00 is no time of day'],
    [['add', 'one.example', 'x', '--on', '2026-11-06', '--until', '2026-11-05'], 2, 'before the day'],
    [['add', '--tag', 'shop', 'x'], 2, 'No website has the tag shop'],
    [['add', '--all', '--tag', 'shop', 'x'], 2, 'cannot be used with'],
    [['add', 'one.example', '--all', 'x'], 2, 'Give a website, --tag or --all: one of them'],
    [['add', '--tag', 'shop', 'one.example', 'x'], 2, 'Give a website, --tag or --all: one of them'],
    [['add', 'one.example', 'a\u001bb'], 2, 'A note is a line without control characters'],
    [['add', 'one.example', 'a\u202eb'], 2, 'or marks that turn the direction of text'],
    [['remove', '7'], 1, 'There is no note 7'],
    [['remove', 'seven'], 2, 'Give a whole number'],
    [['import'], 2, 'Name a website and a file'],
    [['import', 'one.example', '/nowhere/notes.tsv'], 2, 'There is no file /nowhere/notes.tsv'],
    [['import', 'one.example', '/etc/passwd/x'], 2, 'There is no file /etc/passwd/x: what is named'],
    [['import', 'one.example', 'a'.repeat(300)], 2, 'No file can have a name as long as aaaa'],
    [['import', 'one.example', 'circle'], 2, 'circle leads through links that never end'],
  ] as const)
    expect(refusal(await note(...args), code)).toContain(words);
  expect(await csv()).toBe(head);
});

test('a report says what was noted of its days, and marks them; why names a note with which the change began', async () => {
  const { note, sitedeck, service } = await noted();
  // 30 visitors a day, and 90 from ten days ago on.
  for (let back = 70; back >= 1; back -= 1)
    await service.count('1', 'visitors', [addDays(today, -back), '', back > 10 ? 30 : 90]);
  const day = addDays(today, -10);
  await note('add', 'one.example', 'newsletter 14', '--on', day, '--at', '9:00');
  await note('add', '--all', 'nothing happened', '--on', addDays(today, -20));
  const said = `It began on ${daysText([day], dayParts(today).year)}, when you noted "newsletter 14" at 09:00.`;
  const why = await sitedeck(['why', 'one.example', '--width', '200']);
  expect(why.stdout).toContain(said);
  expect(why.stdout).not.toContain('nothing happened');
  const report = await sitedeck(['report', 'one.example', '--width', '200']);
  expect(report.stdout).toContain(said);
  expect(report.stdout).toContain(
    `Noted: ${dayWords(addDays(today, -20))} nothing happened; ${dayWords(day)} 09:00 newsletter 14.`,
  );
  expect(report.stdout.split('◆')).toHaveLength(3);
  const json: unknown = JSON.parse((await sitedeck(['report', 'one.example', '--json'])).stdout);
  expect(json).toMatchObject({ noted: expect.stringContaining('newsletter 14') });
  // The mail has letters below its bars: of 28 days the 8th and the 18th.
  const mail = (await sitedeck(['report', 'one.example', '--html'])).stdout;
  const axis = /<tr align=center>(.*?)<\/tr>/.exec(mail)?.[1]?.match(/<td>.?<\/td>/g) ?? [];
  expect(axis).toHaveLength(28);
  expect(axis.flatMap((cell, at) => (cell === '<td></td>' ? [] : [[at, cell]]))).toEqual([
    [8, '<td>a</td>'],
    [18, '<td>b</td>'],
  ]);
  expect(mail).toContain(
    `Noted: a) ${dayWords(addDays(today, -20))} nothing happened; b) ${dayWords(day)} 09:00 newsletter 14.`,
  );
  const one = ['report', 'one.example', '--html', '--from', day, '--to', day];
  await service.count('1', 'visitors_hours', [day, '09', 9]);
  expect((await sitedeck(one)).stdout).toMatch(/(?:<td><\/td>){9}<td>a<\/td>(?:<td><\/td>){14}<\/tr>/);
  // The report of all lists each once, with whom it is about.
  await note('add', 'two.example', 'moved', '--on', day);
  const lines = [
    `${dayWords(addDays(today, -20))} nothing happened`,
    `${dayWords(day)} moved (two.example)`,
    `${dayWords(day)} 09:00 newsletter 14 (one.example)`,
  ];
  const all = await sitedeck(['report', '--all', '--format', 'markdown']);
  expect(all.stdout.replaceAll(/[`\\]/g, '')).toContain(
    `## Noted\n\n${lines.map(line => `${line}.`).join('\n\n')}\n`,
  );
  const ofAll: unknown = JSON.parse((await sitedeck(['report', '--all', '--json'])).stdout);
  expect(ofAll).toMatchObject({ noted: `Noted: ${lines.join('; ')}.` });
  const mailOfAll = (await sitedeck(['report', '--all', '--html'])).stdout;
  for (const [at, line] of lines.entries())
    expect(mailOfAll).toContain(`>${at === 0 ? 'a' : 'b'}) ${line}</p>`);
  // Days have it in a column of their own, in every command that prints days.
  const days = ['--from', day, '--to', addDays(day, 1), '--format', 'csv'];
  expect((await sitedeck(['stats', 'one.example', 'visitors', ...days])).stdout).toBe(
    `statistic,value,count,share,share_of,note\nvisitors,${day},90,0.5,all rows,09:00 newsletter 14\nvisitors,${addDays(day, 1)},90,0.5,all rows,\n`,
  );
  const year = await sitedeck(['year', 'one.example', '--format', 'csv']);
  expect(year.stdout).toContain(`${day},90,09:00 newsletter 14\n`);
  const without = ['--from', addDays(day, 1), '--to', addDays(day, 2), '--format', 'csv'];
  expect((await sitedeck(['stats', 'one.example', 'visitors', ...without])).stdout).not.toContain('note');
});

test('of a day whose hours are known why names no note of a time after its change began', async () => {
  const { note, sitedeck, service } = await noted();
  const day = addDays(today, -3);
  // 240 visitors a day, ten in each hour; 60 an hour from nine on: 90 and 900.
  for (let back = 70; back >= 1; back -= 1)
    await service.count('1', 'visitors', [addDays(today, -back), '', back === 3 ? 990 : 240]);
  for (let back = 31; back >= 1; back -= 1)
    for (let hour = 0; hour < 24; hour += 1)
      await service.count('1', 'visitors_hours', [
        addDays(today, -back),
        String(hour).padStart(2, '0'),
        back === 3 && hour >= 9 ? 60 : 10,
      ]);
  const why = async (command: string) =>
    (await sitedeck([command, 'one.example', '--from', day, '--to', day, '--width', '200'])).stdout;
  await note('add', 'one.example', 'too late', '--on', day, '--at', '20:00');
  expect(await why('why')).not.toContain('too late');
  expect(await why('report')).not.toContain('you noted');
  await note('add', 'one.example', 'newsletter 14', '--on', day, '--at', '8:30');
  const said = 'stands out: you noted "newsletter 14" at 08:30.';
  expect(await why('why')).toContain(said);
  expect(await why('report')).toContain(said);
});

test('numbers are printed whatever became of the notes and tags: said once, in a line each', async () => {
  const { home, note, sitedeck } = await noted();
  await note('add', 'one.example', 'newsletter');
  for (const name of ['notes', 'tags']) {
    const path = join(home.path, 'data', 'sitedeck', `${name}.json`);
    rmSync(path, { force: true });
    symlinkSync('/dev/zero', path);
  }
  for (const args of [
    ['stats', '1', 'visitors'],
    ['compare', '1', '2'],
    ['report', '1'],
    ['report', '--all'],
  ]) {
    const { code, stdout, stderr } = await sitedeck(args);
    expect([args, code, stdout === '']).toEqual([args, 0, false]);
    for (const name of ['notes', 'tags'])
      expect(stderr.split(`${name}.json cannot be read: it is no ordinary file, move it away.`)).toHaveLength(
        2,
      );
  }
  expect(refusal(await note('list'), 2)).toContain('notes.json cannot be read');
});
