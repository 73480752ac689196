import { expect, test } from 'vitest';
import { withSent, type Alarms, noAlarms, alarmNotices } from '#model/website/alarms.ts';

const low = { id: '1', threshold: 'visitors 1 d below 10' };
const other = { id: '2', threshold: 'visitors 1 d below 10' };
const on = (today: '2026-11-25' | '2026-11-26', repeats = false) => ({ today, repeats });
const crossed = (...all: (typeof low)[]) => all.map(each => ({ ...each, isCrossed: true }));
const over = (...all: (typeof low)[]) => all.map(each => ({ ...each, isCrossed: false }));

const at = '2026-11-25T06:30:00.000Z';
const told: Alarms = [{ ...low, since: at, told: '2026-11-25' }];

test('a threshold is told once when it is crossed, and once when it is over', () => {
  const [first, ...more] = alarmNotices(noAlarms, [...crossed(low), ...over(other)], on('2026-11-25'));
  expect(more).toEqual([]);
  expect(first).toEqual({ check: { ...low, isCrossed: true }, state: 'crossed', since: undefined });
  expect(first && withSent(noAlarms, [{ ...first, at, today: '2026-11-25' }])).toEqual(told);
  // Not again while it lasts, on whatever day.
  expect(alarmNotices(told, crossed(low), on('2026-11-26'))).toEqual([]);
  const [end] = alarmNotices(told, over(low), on('2026-11-26'));
  expect(end).toEqual({ check: { ...low, isCrossed: false }, state: 'over', since: at });
  expect(end && withSent(told, [{ ...end, at: '2026-11-26T06:30:00.000Z', today: '2026-11-26' }])).toEqual(
    [],
  );
});

test('what could not be told is told the next time, and what is not looked at stays', () => {
  // No alarm is kept of what was not told: crossed it is told, over there is nothing to tell.
  expect(alarmNotices(noAlarms, crossed(low), on('2026-11-26')).map(({ state }) => state)).toEqual([
    'crossed',
  ]);
  expect(alarmNotices(noAlarms, over(low), on('2026-11-26'))).toEqual([]);
  // An end that was not told is told as long as it is over; crossed again it is the same alarm.
  expect(alarmNotices(told, over(low), on('2026-11-26')).map(({ state }) => state)).toEqual(['over']);
  expect(alarmNotices(told, crossed(low), on('2026-11-26'))).toEqual([]);
  expect(alarmNotices(told, over(other), on('2026-11-26'))).toEqual([]);
});

test('once a day where that is asked for; another threshold or website is another alarm', () => {
  expect(alarmNotices(told, crossed(low), on('2026-11-25', true))).toEqual([]);
  const [again] = alarmNotices(told, crossed(low), on('2026-11-26', true));
  expect(again).toMatchObject({ state: 'still', since: at });
  expect(
    again && withSent(told, [{ ...again, at: '2026-11-26T06:30:00.000Z', today: '2026-11-26' }]),
  ).toEqual([{ ...low, since: at, told: '2026-11-26' }]);
  const higher = { ...low, threshold: 'visitors 1 d below 20' };
  const states = alarmNotices(told, crossed(low, higher, other), on('2026-11-25')).map(({ check }) => check);
  expect(states).toEqual(crossed(higher, other));
});

test('another website that has the id now is another one; an alarm of an older version is of whichever has it', () => {
  const [alarm] = told;
  const kept: Alarms = alarm === undefined ? [] : [{ ...alarm, domain: 'One.example' }];
  const now = (domain: string) => [{ ...low, domain, isCrossed: false }];
  const later = on('2026-11-26');
  expect(alarmNotices(kept, now('one.example'), later).map(({ state }) => state)).toEqual(['over']);
  expect(alarmNotices(kept, now('two.example'), later)).toEqual([]);
  expect(alarmNotices(told, now('two.example'), later).map(({ state }) => state)).toEqual(['over']);
  const [first] = alarmNotices(noAlarms, [{ ...low, domain: 'one.example', isCrossed: true }], later);
  expect(first && withSent(noAlarms, [{ ...first, at, today: '2026-11-26' }])).toEqual([
    { ...low, domain: 'one.example', since: at, told: '2026-11-26' },
  ]);
});

test('what one look told is kept together: another threshold of the same website stays', () => {
  const higher = { ...low, threshold: 'visitors 1 d below 20' };
  const later = { at: '2026-11-26T06:30:00.000Z', today: '2026-11-26' } as const;
  const all = alarmNotices(told, [...over(low), ...crossed(higher, other)], on('2026-11-26'));
  expect(
    withSent(
      told,
      all.map(telling => ({ ...telling, ...later })),
    ),
  ).toEqual([
    { ...higher, since: later.at, told: '2026-11-26' },
    { ...other, since: later.at, told: '2026-11-26' },
  ]);
});

test('what is over ends alone: another threshold of the same website stays', () => {
  const higher = { ...low, threshold: 'visitors 1 d below 20', since: at, told: '2026-11-25' } as const;
  const [end] = alarmNotices([...told, higher], [...over(low)], on('2026-11-26'));
  expect(end && withSent([...told, higher], [{ ...end, at, today: '2026-11-26' }])).toEqual([higher]);
});
