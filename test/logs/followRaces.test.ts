import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { randomOf } from '../helpers/random.ts';
import { temporaryFolder } from '../server/serverFixture.ts';
import { followHere } from './followFixture.ts';
import { countsOf, line } from './importFixture.ts';

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
