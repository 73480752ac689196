import { expect, test } from 'vitest';
import { addDays, todayIn } from '#model/period/day.ts';
import { describePeriod, formatWeekday, weekdayName } from '#model/period/format.ts';
import { start } from '../helpers/application.ts';
import { json } from '../helpers/faultAnswers.ts';
import { openFaultServer } from '../helpers/apiFixture.ts';

const today = todayIn('UTC', new Date());

/** A website of so many visitors a day by how many days ago, 15 on other days since its first one. */
async function serviceOf(counts: Readonly<Record<number, number>>, first: number) {
  const server = await openFaultServer();
  const website = { id: 1, domain: 'one.example' };
  server.answerWith((response, request) => {
    const { path, query } = request;
    const asked = Object.fromEntries(new URLSearchParams(query));
    if (path.endsWith('/websites')) return json({ data: [website] })(response, request);
    if (path.endsWith('/websites/1')) return json({ data: website })(response, request);
    const days = Array.from({ length: first }, (_, at) => first - at)
      .map(ago => ({ value: addDays(today, -ago) as string, count: counts[ago] ?? 15 }))
      .filter(({ value }) => value >= (asked['from'] ?? '') && value <= (asked['to'] ?? ''));
    const isSeries = asked['name'] === 'visitors' || asked['name'] === 'pageviews';
    return json({ data: isSeries ? days : [] })(response, request);
  });
  return server;
}

test.each([
  // Of 10, 20, 20 and 40 the lower one in the middle, and of both 20 the later one.
  { counts: { 1: 30, 8: 20, 15: 10, 22: 20, 29: 40 }, first: 60, before: 20, by: '+50%', name: 'a usual' },
  { counts: { 1: 30, 8: 40 }, first: 10, before: 40, by: '-25%', name: 'the only' },
])(
  'list, pane, tile, cursor, Enter on it and why say the same of a day: $by against $name',
  async ({ counts, first, before, by, name }) => {
    const server = await serviceOf(counts, first);
    const env = { SITEDECK_URL: server.url, SITEDECK_API_KEY: 'key', TZ: 'UTC' };
    const terminal = start({ cols: 120, rows: 40, env });
    const other = addDays(today, -8);
    const usual = formatWeekday(other);
    const weekday = weekdayName(addDays(today, -1));
    const words = `${usual}, ${name} ${weekday}${name === 'the only' ? ' before' : ''}`;
    const onScreen = (...texts: readonly string[]) =>
      terminal.waitFor(lines => texts.every(text => lines.some(line => line.includes(text))));
    const choose = async (period: string, read: string) => {
      terminal.press('t');
      await terminal.waitFor('Type a range');
      terminal.type(period);
      await terminal.waitFor(read);
      terminal.press('Enter');
    };
    const day = addDays(today, -1);
    await terminal.waitFor('one.example');
    await choose('yesterday', day);
    // The row of the list, and the pane beside it.
    await terminal.waitFor(lines =>
      lines.some(line => new RegExp(`> one\\.example[ _].* 30 +\\${by}`).test(line)),
    );
    await onScreen(`30 visitors ${by}`, `${describePeriod({ from: other, to: other })}, ${before} visitors`);
    terminal.press('Enter');
    await onScreen(`against ${words}`, `30  ${by}`);
    await choose('28d', 'to');
    await onScreen('Best day', 'mean ');
    terminal.press('Left');
    await onScreen(`30 visitors   ${by} against ${before} on ${words}`);
    expect(terminal.lines().join('\n')).toContain(`against ${usual}  ${before}`);
    terminal.press('Enter');
    await onScreen(`against ${words}`, `30  ${by}`);
    terminal.press('w');
    await onScreen('one.example', `(${by}) against ${words}`);
  },
);
