import { expect, test } from 'vitest';

import { daysBetween, daysFrom, isDay } from '#model/period/day.ts';
import { start } from '../helpers/application.ts';
import { json } from '../helpers/faultAnswers.ts';
import { openFaultServer } from '../helpers/apiFixture.ts';

/** 100 a day, on the last of the days that are asked for but today 200; three websites of forty have 100 then too. */
async function fortyWebsites() {
  const server = await openFaultServer();
  const rows = Array.from({ length: 40 }, (_, index) => ({
    id: index + 1,
    domain: `site-${index + 1}.example`,
  }));
  server.answerWith((response, request) => {
    const id = Number(/\/stats\/(\d+)/.exec(request.path)?.[1] ?? 0);
    const asked = new URLSearchParams(request.query);
    const [from, to] = ['from', 'to'].map(name => asked.get(name) ?? '');
    const days =
      from !== undefined && to !== undefined && isDay(from) && isDay(to)
        ? daysFrom(from, daysBetween(from, to) + 1)
        : [];
    const data = days.map((value, index) => {
      const isYesterday = index === days.length - 2;
      return { value, count: isYesterday && id <= 37 ? 200 : 100 };
    });
    return json({ data: id === 0 ? rows : data })(response, request);
  });
  return server;
}

test('what most websites did alike stands once above the list, and no row is marked for it', async () => {
  const server = await fortyWebsites();
  const terminal = start({ env: { SITEDECK_URL: server.url, SITEDECK_API_KEY: 'key' } });
  await terminal.waitFor(/ ! \d+ \w+: 37 of 40 websites about twice as many/);
  await terminal.waitFor(lines => !lines[0]?.includes('request'));
  const marked = terminal.lines().filter(line => /^.{3}site-\d+\.example +!/.test(line));
  expect(marked).toEqual([]);
  expect(terminal.lines().filter(line => line.includes('twice as many'))).toHaveLength(1);
  terminal.press('!');
  await terminal.waitFor('0 of 40 need attention');
});
