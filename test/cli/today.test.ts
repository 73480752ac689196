import { expect, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import { formatWeekday, weekdayName } from '#model/period/format.ts';
import { refusal, run, startService, today } from './fixture.ts';

const weekAgo = addDays(today, -7);
const words = `up to 23:00 against ${formatWeekday(weekAgo)}, the only ${weekdayName(today)} before`;

/** 31 visitors today, one of them in the last hour, which tells that 23 are over; 65 a week ago, 25 of them by then. */
async function service() {
  const opened = await startService();
  const id = await opened.add('one.example');
  const count = async (name: 'visitors' | 'pageviews', factor: number) => {
    await opened.count(id, name, [today, '', 31 * factor], [weekAgo, '', 65 * factor]);
    await opened.count(
      id,
      `${name}_hours`,
      [today, '03', 30 * factor],
      [today, '23', factor],
      [weekAgo, '03', 20 * factor],
      [weekAgo, '05', 5 * factor],
      [weekAgo, '23', 40 * factor],
    );
  };
  await count('visitors', 1);
  await count('pageviews', 2);
  await opened.add('empty.example');
  return {
    ask: async (...args: string[]) => await run([...args, '--period', 'today'], opened),
    json: async (...args: string[]) =>
      JSON.parse((await run([...args, '--period', 'today', '--json'], opened)).stdout),
  };
}

test('today is compared by its hours that are over with those of its usual day, by every command', async () => {
  const { ask, json } = await service();
  const beside = { visitors_compared: 30, visitors_before: 25 };
  const overview = await json('overview', '--search', 'one');
  expect(overview).toMatchObject({
    visitors: 31,
    visitors_before: 25,
    rows: [{ visitors: 31, ...beside, before_day: weekAgo, change: 0.2 }],
  });
  expect((await ask('overview', '--search', 'one')).stdout).toContain(
    `1 website: 31 visitors +20% up to 23:00 against a usual ${weekdayName(today)}; 62 page views\n`,
  );
  const days = { before_from: weekAgo, before_to: weekAgo };
  expect(await json('stats', 'one.example', 'visitors', 'pageviews', '--compare')).toMatchObject({
    visitors: 31,
    ...beside,
    pageviews: 62,
    pageviews_compared: 60,
    pageviews_before: 50,
    up_to: '23:00',
    ...days,
  });
  const stats = await ask('stats', 'one.example', 'visitors', '--compare');
  expect(stats.stdout).toContain('31 visitors in all, 25 before up to 23:00: +20%\n');
  expect(stats.stderr).toContain(`Up to ${words.slice(6)}.`);
  expect(await json('why', 'one.example')).toMatchObject({
    visitors: 30,
    visitors_before: 25,
    change: 5,
    up_to: '23:00',
    ...days,
  });
  expect((await ask('why', 'one.example')).stdout).toContain(`30 visitors after 25: +20% ${words}. `);
  expect(await json('report', 'one.example')).toMatchObject({ visitors: 31, ...beside, ...days });
  expect((await ask('report', '--all')).stdout).toContain('+20% up to 23:00');
});

test('today without a usual day, and rows of it, are compared with nothing, and that is said', async () => {
  const { ask, json } = await service();
  const none = `no usual ${weekdayName(today)} yet`;
  expect((await ask('why', 'empty.example')).stdout).toBe(
    `There is ${none} to compare ${formatWeekday(today)} with.\n`,
  );
  expect((await ask('stats', 'empty.example', 'visitors', '--compare')).stderr).toContain(
    `Not compared: ${none}.`,
  );
  expect((await json('overview', '--search', 'empty')).rows).toEqual([
    expect.not.objectContaining({ visitors_before: expect.anything() }),
  ]);
  // Beside a website that is compared.
  expect((await json('overview')).rows).toContainEqual(
    expect.objectContaining({ domain: 'empty.example', visitors_compared: null, visitors_before: null }),
  );
  expect(refusal(await ask('stats', 'one.example', 'page', '--compare'))).toContain(
    'Today is not over, so it is not compared: choose a period with whole days.',
  );
});
