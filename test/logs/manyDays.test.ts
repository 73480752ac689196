import { expect, test } from 'vitest';
import { statisticCodes } from '#server/database/counts.ts';
import { dayOfNumber } from '#model/period/day.ts';
import { total } from '#text/fit.ts';
import { temporaryFile } from '../server/serverFixture.ts';
import { countsOf, importHere, line, pipedLines } from './importFixture.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 2010-01-01. */
const first = 14_610;

function dayOfLog(number: number): string {
  const [year = '', month = '1', day = ''] = dayOfNumber(number).split('-');
  return `${day}/${months[Number(month) - 1]}/${year}`;
}

test('sums that are staged while a day begins keep what began it', async () => {
  const file = temporaryFile();
  const days = 2_500;
  const lines = Array.from({ length: days }, (_, at) => line(`${dayOfLog(first + at)}:08:00:00`));
  await importHere(file, [pipedLines(lines)]);
  const sumOf = (name: keyof typeof statisticCodes) =>
    total(Object.values(countsOf(file, statisticCodes[name])));
  for (const name of [
    'visitors',
    'pageviews',
    'page',
    'referrer',
    'status',
    'landing_page',
    'browser',
  ] as const)
    expect([name, sumOf(name)]).toEqual([name, days]);
  expect(sumOf('bytes')).toBe(days * 512);
});
