import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { total } from '#text/fit.ts';
import { isRotatedName } from '#logs/follow/planReadings.ts';
import { randomOf } from '../helpers/random.ts';
import { temporaryFolder } from '../server/serverFixture.ts';
import { followHere } from './followFixture.ts';
import { countedIn, countsOf, fileWithWebsite, importHere, line, query, writeLog } from './importFixture.ts';

/** Lines of which each is one of a kind, a second apart. */
function numbered(from: number, to: number): string {
  const lines = Array.from({ length: to - from }, (_, at) => {
    const second = 3_600 * 8 + from + at;
    const part = (value: number) => String(value).padStart(2, '0');
    const time = `${part(Math.floor(second / 3_600))}:${part(Math.floor(second / 60) % 60)}:${part(second % 60)}`;
    return `${line(`10/Nov/2026:${time}`, `/${from + at}`)}\n`;
  });
  return lines.join('');
}

/** The same request four times in one second: nothing tells its lines apart. */
const alike = `${line('10/Nov/2026:09:59:59', '/same')}\n`.repeat(4);

async function views(file: string): Promise<Record<string, number>> {
  return countsOf(file, 3);
}

test('what is written is counted once, and what stays as it is is not read again', async () => {
  const path = join(temporaryFolder(), 'access.log');
  writeFileSync(path, numbered(0, 20));
  const following = await followHere(path);
  expect(await following.look()).toMatchObject({ counted: 20, read: 20, from: '2026-11-10', problems: [] });
  expect(await following.look()).toMatchObject({ counted: 0, read: 0, problems: [] });
  following.restart();
  expect(await following.look()).toMatchObject({ counted: 0, read: 0, problems: [] });
  appendFileSync(path, numbered(20, 25));
  expect(await following.look()).toMatchObject({ counted: 5, read: 5, problems: [] });
});

/** Of two hours, with the first ten minutes a second time at the end, as where a log was joined of parts. */
function outOfOrder(): string {
  return numbered(0, 7_200) + numbered(0, 600) + alike;
}

test('where a reading is cut off says nothing about what counts', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'access.log');
  writeFileSync(path, outOfOrder());
  const imported = await fileWithWebsite();
  await importHere(imported, [path]);
  const expected = await views(imported);
  expect(total(Object.values(expected))).toBe(7_804);
  for (const milliseconds of [Infinity, 0]) {
    const following = await followHere(path);
    let parts = 0;
    const { counted } = await following.look(stored => (parts = stored + 1), undefined, milliseconds);
    expect([milliseconds, counted]).toEqual([milliseconds, 7_804]);
    expect(parts > 2).toBe(milliseconds === 0);
    expect(await views(following.file)).toEqual(expected);
    // Once it was read to its end, only its last minutes are kept, whatever it had before.
    expect(query(following.file, 'select count(*) as blocks from log_file_line')).toEqual([{ blocks: 2 }]);
  }
});

test('what was counted before lines were known is in doubt behind a cut too', async () => {
  const path = join(temporaryFolder(), 'access.log');
  writeFileSync(path, numbered(0, 7_200));
  const file = await fileWithWebsite();
  await importHere(file, [path]);
  query(file, `update import_line set lines = x'', doubt_from = block * 600, doubt_to = block * 600 + 599`);
  const following = await followHere(path, {}, file);
  expect(await following.look(undefined, undefined, 0)).toMatchObject({ read: 7_200, counted: 0 });
  // What is written later was not there before.
  appendFileSync(path, alike);
  expect(await following.look(undefined, undefined, 0)).toMatchObject({ read: 4, counted: 4 });
});

test('nor where another log took its place meanwhile', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'access.log');
  const first = numbered(0, 3_600);
  const counts: unknown[] = [];
  for (const milliseconds of [Infinity, 0]) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    writeFileSync(path, first);
    const following = await followHere(path);
    await following.look(undefined, undefined, milliseconds);
    renameSync(path, `${path}.1`);
    writeFileSync(path, `${numbered(3_600, 7_200)}${numbered(3_600, 3_700)}`);
    await following.look(undefined, undefined, milliseconds);
    counts.push(await views(following.file));
    expect(total(Object.values(Object(counts.at(-1))).map(Number))).toBe(7_300);
  }
  expect(counts[1]).toEqual(counts[0]);
});

/** By this process, also from the system's memory. */
function bytesRead(): number {
  return Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}

// Only Linux tells how many bytes a process has read.
test.runIf(existsSync('/proc/self/io'))('of logs that stay as they are only the ends are read', async () => {
  const folder = temporaryFolder();
  const many = numbered(0, 20).repeat(1_000);
  for (let log = 0; log < 4; log++) writeFileSync(join(folder, `${log}.log`), many);
  const following = await followHere(join(folder, '*.log'));
  expect(await following.look()).toMatchObject({ read: 80_000 });
  for (const compares of [true, false]) {
    if (compares) following.restart();
    const before = bytesRead();
    expect(await following.look()).toMatchObject({ read: 0, problems: [] });
    // A fingerprint is of a few kilobytes, the logs are of 15 MB; the rest is the database.
    expect(bytesRead() - before).toBeLessThan(compares ? 400_000 : 200_000);
  }
});

test('a half-written line counts once it is whole', async () => {
  const path = join(temporaryFolder(), 'access.log');
  const [whole, next] = [numbered(0, 3), numbered(3, 4)];
  writeFileSync(path, whole + next.slice(0, 60));
  const following = await followHere(path);
  expect(await following.look()).toMatchObject({ read: 3 });
  appendFileSync(path, next.slice(60, -1));
  // All but its line feed is there: it ends as the line before it does.
  expect(await following.look()).toMatchObject({ counted: 0 });
  appendFileSync(path, `\n${numbered(4, 5)}`);
  expect(await following.look()).toMatchObject({ counted: 2, read: 2 });
});

test.each(['known by the pattern', 'in its folder'])(
  'a log that was renamed, %s, is read to its end, and so is what takes its place',
  async where => {
    const folder = temporaryFolder();
    const path = join(folder, 'access.log');
    writeFileSync(path, numbered(0, 10) + alike);
    const following = await followHere(where === 'in its folder' ? path : `${path}*`);
    await following.look();
    renameSync(path, `${path}.1`);
    appendFileSync(`${path}.1`, numbered(10, 12));
    writeFileSync(path, alike + numbered(12, 15));
    expect(await following.look()).toMatchObject({ read: 9, counted: 9, problems: [] });
    // The server has not opened the new one yet.
    appendFileSync(`${path}.1`, numbered(15, 16));
    following.restart();
    expect(await following.look()).toMatchObject({ read: 1 });
    expect(await views(following.file)).toMatchObject({ '/same': 8, '/15': 1 });
  },
);

test('a log that was renamed and compressed while nobody followed is found again and read to its end', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'access.log');
  writeFileSync(path, numbered(0, 10));
  const following = await followHere(path);
  await following.look();
  appendFileSync(path, numbered(10, 20) + alike);
  writeFileSync(join(folder, 'access.log-20261110.gz'), gzipSync(readFileSync(path)));
  rmSync(path);
  writeFileSync(path, alike + numbered(20, 30));
  following.restart();
  expect(await following.look()).toMatchObject({ read: 28, counted: 28 });
  expect(await views(following.file)).toMatchObject({ '/same': 8 });
  expect(await following.look()).toMatchObject({ read: 0 });
});

test.each([
  ['known by the pattern', 3],
  ['in its folder', 3],
  ['known by the pattern', 60],
  ['in its folder', 60],
] as const)(
  'a log that was copied and truncated, its copy %s, loses and doubles nothing, with %i lines since',
  async (where, since) => {
    const path = join(temporaryFolder(), 'access.log');
    writeFileSync(path, numbered(0, 10));
    const following = await followHere(where === 'in its folder' ? path : `${path}*`);
    await following.look();
    appendFileSync(path, numbered(10, 12) + alike);
    copyFileSync(path, `${path}.1`);
    truncateSync(path);
    // With many lines it is longer than before at once.
    appendFileSync(path, alike + numbered(12, 12 + since));
    expect(await following.look()).toMatchObject({ problems: [] });
    const pages = await views(following.file);
    expect(pages['/same']).toBe(8);
    expect(Object.keys(pages)).toHaveLength(12 + since + 1);
    expect(new Set(Object.values(pages))).toEqual(new Set([1, 8]));
    following.restart();
    expect(await following.look()).toMatchObject({ read: 0 });
  },
);

test('of requests that nothing tells apart none is lost where a process ends between the copy and the truncated log', async () => {
  const path = join(temporaryFolder(), 'access.log');
  writeFileSync(path, numbered(0, 10) + alike);
  const following = await followHere(path);
  await following.look();
  appendFileSync(path, numbered(10, 12) + alike);
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
  appendFileSync(path, alike + numbered(12, 15));
  const killed = following.look(stored => {
    if (stored === 1) throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  following.restart();
  expect(await following.look()).toMatchObject({ read: 7, counted: 7, problems: [] });
  expect(await views(following.file)).toMatchObject({ '/same': 12, '/11': 1, '/14': 1 });
});

test('a log that is rotated, and compressed just when it would be read, is read before the one that takes its place', async () => {
  const path = join(temporaryFolder(), 'access.log');
  const ago = (seconds: number) => Date.now() / 1_000 - seconds;
  const copyAndTruncate = (copy: string, seconds: number) => {
    copyFileSync(path, copy);
    utimesSync(copy, ago(seconds), ago(seconds));
    truncateSync(path);
  };
  writeFileSync(path, numbered(0, 10));
  utimesSync(path, ago(100), ago(100));
  const following = await followHere(path);
  await following.look();
  appendFileSync(path, numbered(10, 20));
  copyAndTruncate(`${path}.2`, 60);
  appendFileSync(path, numbered(20, 30));
  await following.look(stored => {
    if (stored === 0) {
      copyAndTruncate(`${path}.1`, 50);
      appendFileSync(path, numbered(30, 40));
    } else if (stored === 1) {
      const { atime, mtime } = statSync(`${path}.1`);
      writeFileSync(`${path}.1.gz`, gzipSync(readFileSync(`${path}.1`)));
      utimesSync(`${path}.1.gz`, atime, mtime);
      rmSync(`${path}.1`);
    }
  });
  expect(Object.keys(await views(following.file))).toHaveLength(40);
  expect(await following.look()).toMatchObject({ read: 0 });
});

test('a compressed log beside the log itself is read once that is gone, before the one that takes its place', async () => {
  const path = join(temporaryFolder(), 'access.log');
  const ago = (seconds: number) => Date.now() / 1_000 - seconds;
  writeFileSync(path, numbered(0, 10));
  utimesSync(path, ago(100), ago(100));
  const following = await followHere(path);
  await following.look();
  renameSync(path, `${path}.2`);
  writeFileSync(`${path}.1`, numbered(10, 20));
  utimesSync(`${path}.1`, ago(50), ago(50));
  writeFileSync(path, numbered(20, 30));
  const whole = gzipSync(readFileSync(`${path}.1`));
  writeFileSync(`${path}.1.gz`, whole.subarray(0, 40));
  // The log itself is gone when it would be read.
  let isPacked = false;
  await following.look(undefined, () => {
    if (isPacked) return;
    isPacked = true;
    writeFileSync(`${path}.1.gz`, whole);
    utimesSync(`${path}.1.gz`, ago(50), ago(50));
    rmSync(`${path}.1`);
  });
  following.restart();
  expect(await following.look()).toMatchObject({ read: 0, problems: [] });
  expect(Object.keys(await views(following.file))).toHaveLength(30);
});

test('a whole compressed copy beside the log itself is not read as well', async () => {
  const path = join(temporaryFolder(), 'access.log');
  const ago = (seconds: number) => Date.now() / 1_000 - seconds;
  writeFileSync(path, numbered(0, 10));
  utimesSync(path, ago(100), ago(100));
  const following = await followHere(path);
  await following.look();
  writeFileSync(`${path}.1`, numbered(10, 20));
  utimesSync(`${path}.1`, ago(50), ago(50));
  writeFileSync(`${path}.1.gz`, gzipSync(numbered(10, 20)));
  utimesSync(`${path}.1.gz`, ago(50), ago(50));
  following.restart();
  expect(await following.look()).toMatchObject({ read: 10, counted: 10, problems: [] });
});

test('a compressed log that is named alone is read, though the log that it was made of is beside it', async () => {
  const path = join(temporaryFolder(), 'access.log');
  writeFileSync(path, numbered(0, 10));
  writeFileSync(`${path}.gz`, gzipSync(numbered(0, 10)));
  const following = await followHere(`${path}.gz`);
  expect(await following.look()).toMatchObject({ read: 10, counted: 10, problems: [] });
});

test('a log of the second of the one before it is found, though its compressed file has a time of whole seconds', async () => {
  const path = join(temporaryFolder(), 'access.log');
  const second = Math.floor(Date.now() / 1_000) - 100;
  const putPacked = (number: number, text: string, time: number) => {
    writeFileSync(`${path}.${number}.gz`, gzipSync(text));
    utimesSync(`${path}.${number}.gz`, time, time);
  };
  writeFileSync(path, numbered(0, 10));
  utimesSync(path, second + 0.9, second + 0.9);
  // Older ones were there before.
  putPacked(3, numbered(30, 40), second - 1);
  const following = await followHere(path);
  expect(await following.look()).toMatchObject({ read: 10 });
  renameSync(path, `${path}.2`);
  putPacked(1, numbered(10, 20), second);
  writeFileSync(path, numbered(20, 30));
  following.restart();
  expect(await following.look()).toMatchObject({ read: 20, counted: 20, problems: [] });
});

test('a log that is being compressed is no problem, and one that stays damaged is', async () => {
  const path = join(temporaryFolder(), 'access.log.1.gz');
  const whole = gzipSync(numbered(0, 10));
  writeFileSync(path, whole.subarray(0, 60));
  const following = await followHere(path);
  expect(await following.look()).toMatchObject({ read: 0, problems: [] });
  utimesSync(path, new Date(), new Date(Date.now() - 120_000));
  expect((await following.look()).problems).toEqual([expect.stringContaining('is cut short')]);
  writeFileSync(path, whole);
  expect(await following.look()).toMatchObject({ counted: 10, problems: [] });
});

test('a log that was truncated and is still empty goes on later', async () => {
  const path = join(temporaryFolder(), 'access.log');
  writeFileSync(path, numbered(0, 10) + alike);
  const following = await followHere(path);
  await following.look();
  truncateSync(path);
  await following.look();
  following.restart();
  appendFileSync(path, alike + numbered(10, 12));
  expect(await following.look()).toMatchObject({ counted: 6 });
});

test.each(['moved to another folder', 'deleted'])(
  'a log that is %s while it is followed is read to its end, also what is written before the server opens the new one',
  async what => {
    const path = join(temporaryFolder(), 'access.log');
    writeFileSync(path, numbered(0, 10));
    const following = await followHere(path);
    await following.look();
    await following.look();
    const server = openSync(path, 'a');
    onTestFinished(() => closeSync(server));
    writeSync(server, numbered(10, 12));
    if (what === 'deleted') rmSync(path);
    else renameSync(path, join(temporaryFolder(), 'access.log.1'));
    expect(await following.look()).toMatchObject({ read: 2, counted: 2 });
    writeFileSync(path, numbered(14, 15));
    writeSync(server, numbered(12, 14));
    expect(await following.look()).toMatchObject({ read: 3, counted: 3 });
    expect(await following.look()).toMatchObject({ read: 0, problems: [] });
  },
);

test.each([100, 70_000, 5_000_000])(
  'a log that is truncated while its server keeps its place, which leaves %i zeros, loses no line',
  async zeros => {
    const path = join(temporaryFolder(), 'access.log');
    const first = numbered(0, 10);
    writeFileSync(path, first);
    const following = await followHere(path);
    await following.look();
    copyFileSync(path, `${path}.1`);
    // As a server that did not open its log to append: it writes on where it was.
    truncateSync(path);
    truncateSync(path, zeros);
    appendFileSync(path, numbered(10, 13));
    expect(await following.look()).toMatchObject({ read: 3, counted: 3, problems: [] });
    appendFileSync(path, numbered(13, 14));
    expect(await following.look()).toMatchObject({ read: 1, counted: 1, problems: [] });
    following.restart();
    expect(await following.look()).toMatchObject({ read: 0, problems: [] });
    expect(Object.keys(await views(following.file))).toHaveLength(14);
    // A block that was lost as the machine went down.
    appendFileSync(path, Buffer.concat([Buffer.alloc(4_096), Buffer.from(numbered(14, 16))]));
    expect(await following.look()).toMatchObject({ read: 2, counted: 2 });
    const again = await followHere(path);
    expect(await importHere(again.file, [path])).toMatchObject({ read: 6, counted: 6 });
  },
);

test('a log that is missing for a while, or is copied to its place again, goes on where it ended', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'access.log');
  writeFileSync(path, numbered(0, 10));
  const following = await followHere(path);
  await following.look();
  const elsewhere = join(temporaryFolder(), 'saved');
  renameSync(path, elsewhere);
  expect(await following.look()).toMatchObject({ counted: 0, read: 0, problems: [] });
  renameSync(elsewhere, path);
  appendFileSync(path, numbered(10, 11));
  expect(await following.look()).toMatchObject({ read: 1 });
  copyFileSync(path, elsewhere);
  rmSync(path);
  await following.look();
  copyFileSync(elsewhere, path);
  appendFileSync(path, numbered(11, 12));
  expect(await following.look()).toMatchObject({ read: 1, counted: 1 });
});

test('a log whose first lines were taken out is another one, of which no line counts twice', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'access.log');
  writeFileSync(path, numbered(0, 100));
  const following = await followHere(path);
  await following.look();
  writeFileSync(join(folder, 'new'), numbered(50, 110));
  renameSync(join(folder, 'new'), path);
  expect(await following.look()).toMatchObject({ read: 60, counted: 10 });
});

test('what follows and what was imported by hand count once, in either order', async () => {
  const folder = temporaryFolder();
  const path = writeLog(folder, 'access.log', numbered(0, 30).trimEnd().split('\n'));
  const following = await followHere(path);
  await importHere(following.file, [path]);
  expect(await following.look()).toMatchObject({ read: 30, counted: 0 });
  appendFileSync(path, numbered(30, 40));
  await following.look();
  expect(await importHere(following.file, [path])).toMatchObject({ counted: 0 });
});

test('a file that is no access log is named, and does not keep the others from being read', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.log'), 'no log\n');
  writeFileSync(join(folder, 'b.log'), numbered(0, 3));
  const following = await followHere(join(folder, '*.log'));
  const { counted, problems } = await following.look();
  expect(counted).toBe(3);
  expect(problems).toEqual([expect.stringContaining('a.log has no line of an access log')]);
  expect(await following.look()).toMatchObject({ counted: 0, read: 0, problems: [] });
});

test.each([
  ['access.log.1', true],
  ['access.log.12.gz', true],
  ['access.log-20261122', true],
  ['access-20261122.log', true],
  ['access-2026-11-22T10-00-00.000.log.gz', true],
  ['access.log', false],
  ['access.log.old', false],
  ['access.log.shop.example.com', false],
  ['access-ssl.log', false],
  ['other.log.1', false],
])('%s is taken for a rotated access.log: %s', (name, expected) => {
  expect(isRotatedName(`/var/log/${name}`, '/var/log/access.log')).toBe(expected);
});

test('whatever happens to a log while it is followed or not, each of its lines counts once', async () => {
  for (let seed = 1; seed <= 5; seed++) {
    const random = randomOf(seed);
    const folder = temporaryFolder();
    const path = join(folder, 'access.log');
    let written = 0;
    let half = '';
    const write = () => {
      const lines = Math.floor(random() * 40);
      const text = numbered(written, written + lines + 1);
      written += lines + 1;
      const cut = text.length - Math.floor(random() * 100);
      appendFileSync(path, half + text.slice(0, cut));
      half = text.slice(cut);
    };
    const finish = () => {
      if (half !== '') appendFileSync(path, half);
      half = '';
    };
    write();
    const following = await followHere(random() < 0.5 ? path : `${path}*`);
    for (let step = 0; step < 30; step++) {
      const chance = random();
      if (chance < 0.4) write();
      else if (chance < 0.75) await following.look();
      else if (chance < 0.85) following.restart();
      else {
        finish();
        const old = `${path}.${String(step).padStart(2, '0')}`;
        if (chance < 0.9) renameSync(path, old);
        else {
          copyFileSync(path, old);
          truncateSync(path);
        }
        if (random() < 0.4) {
          writeFileSync(`${old}.gz`, gzipSync(readFileSync(old)));
          rmSync(old);
        }
        write();
      }
    }
    finish();
    await following.look();
    const pages = await views(following.file);
    const wrong = Object.entries(pages).filter(([, count]) => count !== 1);
    expect({ seed, pages: Object.keys(pages).length, wrong }).toEqual({ seed, pages: written, wrong: [] });
    const whole = await followHere(writeLog(temporaryFolder(), 'whole.log', []));
    await importHere(whole.file, [
      writeLog(temporaryFolder(), 'all.log', numbered(0, written).trimEnd().split('\n')),
    ]);
    expect(Object(countedIn(following.file))).toMatchObject({
      stat: Object(countedIn(whole.file)).stat,
      visits: Object(countedIn(whole.file)).visits,
    });
  }
});

/** A log that a server writes and logrotate rotates, numbered, while it is read. */
function rotatedLog(random: () => number, isCompressed: boolean) {
  const folder = temporaryFolder();
  const path = join(folder, 'access.log');
  let written = 0;
  const write = (): void => {
    const lines = Array.from({ length: 1 + Math.floor(random() * 30) }, () => {
      const time = `10/Nov/2026:08:${String(Math.floor(written / 60) % 60).padStart(2, '0')}:00`;
      return `${line(time, `/${written++}`)}\n`;
    });
    appendFileSync(path, lines.join(''));
  };
  const compress = (plain: string): void => {
    const { atime, mtime } = statSync(plain);
    writeFileSync(`${plain}.gz`, gzipSync(readFileSync(plain)));
    utimesSync(`${plain}.gz`, atime, mtime);
    rmSync(plain);
  };
  const rotate = (): void => {
    if (isCompressed && existsSync(`${path}.1`)) compress(`${path}.1`);
    const numbers = readdirSync(folder).map(name => Number(/^access\.log\.(\d+)/.exec(name)?.[1] ?? 0));
    for (const number of numbers.filter(number => number > 0).toSorted((a, b) => b - a))
      for (const end of ['', '.gz'])
        if (existsSync(`${path}.${number}${end}`))
          renameSync(`${path}.${number}${end}`, `${path}.${number + 1}${end}`);
    if (random() < 0.5) {
      renameSync(path, `${path}.1`);
      write();
    } else {
      copyFileSync(path, `${path}.1`);
      truncateSync(path);
      if (random() < 0.7) write();
    }
  };
  write();
  return { path, write, rotate, written: () => written };
}

test.each([2, 5, 8].map(seed => ({ seed })))(
  'a log that is rotated at any moment of its reading, and read by processes that are killed, counts each line once ($seed)',
  async ({ seed }) => {
    const random = randomOf(seed);
    const log = rotatedLog(random, seed % 2 === 0);
    const following = await followHere(log.path);
    await following.look();
    const disturb = (chance: number): void => {
      if (random() < 0.3) log.write();
      while (random() < chance) log.rotate();
    };
    for (let step = 0; step < 10; step++) {
      disturb(0.5);
      if (random() < 0.3) following.restart();
      await following
        .look(
          () => {
            if (random() < 0.15) throw new Error('killed');
            disturb(0.15);
          },
          () => disturb(0.15),
        )
        .catch(() => following.restart());
    }
    const { problems } = await following.look();
    const pages = Object.entries(countsOf(following.file, 3));
    const missing = log.written() - pages.length;
    expect({ problems, missing, wrong: pages.filter(([, count]) => count !== 1) }).toEqual({
      problems: [],
      missing: 0,
      wrong: [],
    });
  },
);
