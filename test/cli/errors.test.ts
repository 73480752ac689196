import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays, dayParts, daysFrom } from '#model/period/day.ts';
import { formatDayShort, shortMonth } from '#model/period/format.ts';
import { refusal, run, startService, temporaryHome, today } from './fixture.ts';

const yesterday = addDays(today, -1);
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

/** Nine weeks of ten visitors and two missing pages a day; yesterday 30 of /gone, 12 of /lost, and 8 times a 503. */
async function withLogs() {
  const home = temporaryHome();
  const lines = daysFrom(addDays(today, -63), 63).flatMap(day => {
    const { year, month, date } = dayParts(day);
    const at = `${String(date).padStart(2, '0')}/${shortMonth(month)}/${year}`;
    const line = (visitor: number, path: string, status: number) =>
      `10.0.0.${visitor} - - [${at}:10:${String(visitor).padStart(2, '0')}:00 +0000] "GET ${path} HTTP/1.1" ${status} 100 "-" "${agent}"\n`;
    const many = (count: number, path: string, status: number) =>
      Array.from({ length: count }, (_, visitor) => line(visitor, path, status));
    const more = [...many(30, '/gone', 404), ...many(12, '/lost', 404), ...many(8, '/form', 503)];
    return [...many(10, '/', 200), ...many(2, '/old', 404), ...(day === yesterday ? more : [])];
  });
  writeFileSync(join(home.path, 'access.log'), lines.join(''));
  await run(['import', 'one.example', 'access.log'], { home });
  return async (...args: string[]) => await run([...args, '--profile', 'logs'], { home, env: { TZ: 'UTC' } });
}

test('more errors than usual are said by watch with the paths, by overview, report and why', async () => {
  const ask = await withLogs();
  const date = formatDayShort(yesterday);
  // 2 of /old each day; yesterday 30 + 12 + 8 more.
  const watched = await ask('watch', '--all', '--measure', 'errors');
  expect(watched.code).toBe(4);
  expect(watched.stdout).toMatch(
    /^one\.example: 52 errors on .*, usually 2; not found: \/gone 30, \/lost 12, \/old 2; failed: \/form 8\n$/,
  );
  const table = JSON.parse((await ask('overview', '--json')).stdout);
  expect(table.rows[0].attention).toMatch(
    /^52 errors on \w+, usually 2; not found: \/gone 30, \/lost 12, \/old 2; failed: \/form 8$/,
  );
  const page = (await ask('report', 'one.example')).stdout.replaceAll(/\s+/g, ' ');
  expect(page).toMatch(
    /52 errors on [^;]*, where 2 are usual; not found: \/gone 30, \/lost 12, \/old 2; failed: \/form 8\./,
  );
  expect(page).toContain('/gone');
  expect(page).toContain('FAILED requests');
  const why = JSON.parse((await ask('why', 'one.example', '--json')).stdout);
  expect(why.sentence).toContain(
    `There were 52 errors on ${date}, where 2 are usual: not found were /gone (30), /lost (12) and /old (2); failed were /form (8).`,
  );
});

test('errors as usual are no reason, and a service that does not know of them is not asked', async () => {
  const ask = await withLogs();
  const above = await ask('watch', 'one.example', '--measure', 'errors', '--above', '51', '--json');
  expect(JSON.parse(above.stdout)).toMatchObject({ measure: 'errors', rows: [{ count: 52 }] });
  expect(refusal(await ask('watch', '--all', '--measure', 'errors', '--drop', '50'))).toContain(
    'leave --drop and --days out',
  );
  const service = await startService();
  await service.add('two.example');
  expect(refusal(await run(['watch', '--all', '--measure', 'errors'], service))).toContain(
    'does not know of errors: your own access logs do',
  );
});
