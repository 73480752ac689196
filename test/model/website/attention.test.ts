import { describe, expect, it } from 'vitest';
import { attentionOf, notableOf, notableSentence } from '#model/website/attention.ts';
import { addDays } from '#model/period/day.ts';
import { median, robustDeviation } from '#model/statistics/series.ts';
import { seriesPeriods } from '#model/comparison/periods.ts';
import type { SeriesPoint } from '#model/statistics/statistics.ts';

const lastDay = '2026-11-19';
const quiet = { privacy: 'private', excludeBots: true } as const;

/** Days up to the last one, with the count of each given by how many days it lies back. */
function days(count: number, countOf: (back: number) => number): SeriesPoint[] {
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index;
    return { day: addDays(lastDay, -back), count: countOf(back) };
  });
}

describe('median', () => {
  it.each([
    [[], undefined],
    [[7], 7],
    [[9, 1], 5],
    [[3, 100, 1], 3],
    [[4, 1, 3, 2], 2.5],
  ])('of %j is %s', (numbers, expected) => expect(median(numbers)).toBe(expected));

  it('of distances is not moved by one wild number', () => {
    expect(robustDeviation([100, 102, 98, 101, 900], 101)).toBe(1.4826);
  });
});

describe('a website needs attention', () => {
  it('not on a day like the same weekdays before, though other weekdays are far from it', () => {
    const visitors = days(36, back => (back % 7 === 0 ? 500 : 50));
    expect(attentionOf(quiet, visitors, lastDay)).toEqual([]);
  });

  it('when the last complete day is far below or above its weekday', () => {
    const fallen = days(36, back => (back === 0 ? 20 : 400));
    expect(attentionOf(quiet, fallen, lastDay)).toEqual([
      { kind: 'unusual', day: lastDay, count: 20, usual: 400 },
    ]);
    const risen = days(36, back => (back === 0 ? 4000 : 400));
    expect(attentionOf(quiet, risen, lastDay)).toEqual([
      { kind: 'unusual', day: lastDay, count: 4000, usual: 400 },
    ]);
  });

  // Farther than 3.5 deviations: of the weeks as they scatter, but at least the root of the usual count, a tenth of it, and 2.
  it.each([
    ['a tenth', [400, 400, 400, 400, 400], 540, 541],
    ['below by a tenth', [400, 400, 400, 400, 400], 260, 259],
    ['the root', [64, 64, 64, 64, 64], 92, 93],
    ['two visitors', [1, 1, 1, 1, 1], 8, 9],
    // Their distances from the lower one in the middle, 90, are 10, 0, 10, 20: 3.5 times 1.4826 times 10.
    ['the weeks before', [80, 90, 100, 110], 141, 142],
  ])('only beyond a bound: %s', (_, weeks, usual, unusual) => {
    const found = (last: number, scale = 1) =>
      attentionOf(
        quiet,
        days(36, back => scale * (back === 0 ? last : (weeks[back / 7 - 1] ?? 50))),
        lastDay,
        scale,
      );
    expect(found(usual)).toEqual([]);
    expect(found(unusual)).toMatchObject([{ kind: 'unusual', count: unusual }]);
    // Whatever they are multiplied by.
    expect(found(usual, 1 / 8)).toEqual([]);
    expect(found(unusual, 1 / 8)).toMatchObject([{ kind: 'unusual', count: unusual / 8 }]);
  });

  it('judged by the median: one wild week before hides nothing', () => {
    const visitors = days(36, back => (back === 0 ? 100 : back === 14 ? 9000 : 400));
    expect(attentionOf(quiet, visitors, lastDay)).toMatchObject([{ kind: 'unusual', usual: 400 }]);
  });

  it('not when the weeks before differ as much', () => {
    const counts = [250, 100, 420, 180, 300, 90];
    const visitors = days(36, back => (back % 7 === 0 ? (counts[back / 7] ?? 0) : 200));
    expect(attentionOf(quiet, visitors, lastDay)).toEqual([]);
  });

  it('only with four weeks to compare with: a young website has no usual day', () => {
    const since = (back: number) => days(back + 1, at => (at === 0 ? 5000 : 100));
    expect(attentionOf(quiet, since(27), lastDay)).toEqual([]);
    expect(attentionOf(quiet, since(28), lastDay)).toMatchObject([{ kind: 'unusual', usual: 100 }]);
  });

  it('not for a few visitors more or less', () => {
    const visitors = days(36, back => (back === 0 ? 7 : 2));
    expect(attentionOf(quiet, visitors, lastDay)).toEqual([]);
  });

  it('after three days without visitors, not after two, and not when it never had any', () => {
    const silentFor = (silent: number) => days(36, back => (back < silent ? 0 : 3));
    expect(attentionOf(quiet, silentFor(3), lastDay)).toEqual([
      { kind: 'silent', since: '2026-11-17', days: 3 },
    ]);
    expect(attentionOf(quiet, silentFor(2), lastDay)).toEqual([]);
    expect(
      attentionOf(
        quiet,
        days(36, () => 0),
        lastDay,
      ),
    ).toEqual([]);
  });

  it('without visitors on weekdays that have none as a rule only once it misses three that have some', () => {
    const on =
      (...weekdays: readonly number[]) =>
      (silent: number, count = 36) =>
        attentionOf(
          quiet,
          // The last day is a Thursday.
          days(count, back => (back >= silent && weekdays.includes((11 - (back % 7)) % 7) ? 50 : 0)),
          lastDay,
        );
    const onTwoDays = on(3, 4);
    expect(onTwoDays(0)).toEqual([]);
    // Wed 18 and Thu 19 Nov are missed: the last of them is far from what is usual.
    expect(onTwoDays(7)).toEqual([{ kind: 'unusual', day: lastDay, count: 0, usual: 50 }]);
    // Thu 12 Nov, too.
    expect(onTwoDays(8)).toEqual([{ kind: 'silent', since: '2026-11-12', days: 8 }]);
    // Mondays to Fridays, the last on Mon 16 or Fri 13 Nov.
    expect(on(1, 2, 3, 4, 5)(3)).toEqual([{ kind: 'silent', since: '2026-11-17', days: 3 }]);
    expect(on(1, 2, 3, 4, 5)(6)).toEqual([{ kind: 'silent', since: '2026-11-14', days: 6 }]);
    // Fridays and Mondays: Saturday and Sunday, or Tuesday to Thursday, are as always.
    expect(on(5, 1)(0)).toEqual([]);
    // Of eight days before nobody knows yet on which weekdays somebody comes.
    expect(on(0, 1, 2, 3, 4, 5, 6)(3, 11)).toEqual([{ kind: 'silent', since: '2026-11-17', days: 3 }]);
  });

  it('whatever today, which is not over, has so far', () => {
    const withToday = [...days(36, () => 400), { day: '2026-11-20', count: 0 } as const];
    expect(attentionOf(quiet, withToday, lastDay)).toEqual([]);
  });

  it('when it is public and bots are counted, also before its visitors were read', () => {
    expect(attentionOf({ privacy: 'public', excludeBots: false }, undefined, lastDay)).toEqual([
      { kind: 'botsCounted' },
    ]);
    expect(attentionOf({ privacy: 'public', excludeBots: true }, undefined, lastDay)).toEqual([]);
    expect(attentionOf({ privacy: 'private', excludeBots: false }, undefined, lastDay)).toEqual([]);
    expect(attentionOf({ privacy: 'public', excludeBots: undefined }, undefined, lastDay)).toEqual([]);
  });
});

describe('one question covers', () => {
  it.each([
    // The period before, the same weekdays before (35 days back) and today.
    ['2026-10-21', '2026-11-19', '2026-09-16', '2026-11-20'],
    // A short period: five weeks before its last day.
    ['2026-11-13', '2026-11-19', '2026-10-15', '2026-11-20'],
    // Today alone: five weeks before yesterday.
    ['2026-11-20', '2026-11-20', '2026-10-15', '2026-11-20'],
    // A period that is long over ends where it ends.
    ['2025-03-01', '2025-03-07', '2025-01-31', '2025-03-07'],
  ] as const)('%s to %s: %s to %s', (from, to, spanFrom, spanTo) => {
    expect(seriesPeriods({ kind: 'range', from, to }, 'previous', '2026-11-20')).toEqual({
      span: { from: spanFrom, to: spanTo },
      apart: undefined,
    });
  });
});

describe('what days show that is no reason to worry', () => {
  const over = 28;
  const shown = (countOf: (back: number) => number) => {
    const visitors = days(over * 2, countOf);
    return notableOf(visitors.slice(-over), visitors)?.notable;
  };

  it('is nothing where they are as usual, or where weeks go up and down', () => {
    expect(shown(() => 100)).toBeUndefined();
    expect(shown(back => (Math.floor(back / 7) % 2 === 0 ? 100 : 120))).toBeUndefined();
    // Twice as many of so few are chance.
    expect(shown(back => (back === 3 ? 4 : 2))).toBeUndefined();
  });

  it('is a day of at least twice its usual one, the farthest of several, with what was noted', () => {
    const high = shown(back => (back === 3 ? 900 : back === 12 ? 300 : 100));
    const day = addDays(lastDay, -3);
    expect(high).toEqual({ kind: 'high', day, count: 900, usual: 100 });
    if (high === undefined) return;
    expect(notableSentence(high, 'visitors', 'newsletter 14')).toBe(
      'had 900 visitors on Mon 16 Nov, where 100 are usual, when you noted "newsletter 14".',
    );
    expect(shown(back => (back === 3 ? 199 : 100))).toBeUndefined();
    expect(shown(back => (back === 3 ? 200 : 100))).toMatchObject({ count: 200, usual: 100 });
  });

  it('is four weeks that each had more than the one before, or each fewer', () => {
    const rising = shown(back => 100 + 40 * (3 - Math.floor(back / 7)));
    expect(rising && notableSentence(rising, 'visitors')).toBe(
      'grows every week: 700, 980, 1,260, 1,540 visitors.',
    );
    const falling = shown(back => 100 + 10 * Math.floor(back / 7));
    expect(falling && notableSentence(falling, 'visits')).toBe(
      'falls every week: 910, 840, 770, 700 visits.',
    );
    // A tenth less than four weeks ago is not much.
    expect(shown(back => 100 + 3 * Math.floor(back / 7))).toBeUndefined();
  });
});
