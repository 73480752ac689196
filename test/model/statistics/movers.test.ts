import { describe, expect, it } from 'vitest';
import { capabilities } from '#api/capabilities.ts';
import { rankMovers, type MoverSides } from '#model/statistics/movers.ts';
import type { StatisticRow } from '#model/statistics/statistics.ts';

const rows = (counts: Readonly<Record<string, number>>): StatisticRow[] =>
  Object.entries(counts).map(([value, count]) => ({ value, count }));
const sides = (
  name: MoverSides['name'],
  before: Readonly<Record<string, number>>,
  now: Readonly<Record<string, number>>,
  toEnd = { now: true, before: true },
): MoverSides => ({
  name,
  now: { rows: rows(now), readToEnd: toEnd.now },
  before: { rows: rows(before), readToEnd: toEnd.before },
});
const shown = (all: readonly MoverSides[]) =>
  rankMovers(all, capabilities).map(
    ({ name, value, change, share, mark }) =>
      `${name} ${value} ${change} ${Math.round(share * 100)}% ${mark.kind}`,
  );

describe('movers', () => {
  it('are ranked by their share of all rises and falls', () => {
    // Pages moved by 60 + 30 + 10 = 100; the sum of the site did not.
    const pages = sides(
      'page',
      { '/a': 100, '/b': 40, '/c': 50, '/d': 7 },
      { '/a': 40, '/b': 70, '/c': 60, '/d': 7 },
    );
    expect(shown([pages])).toEqual([
      'page /a -60 60% change',
      'page /b 30 30% change',
      'page /c 10 10% change',
    ]);
  });

  it('are none where a row may be as great as before below what was read', () => {
    // Rows of now were read down to 10: /c may still have its 5, and of the 30 of /d at least 20 are gone.
    const pages = sides(
      'page',
      { '/a': 20, '/c': 5, '/d': 30 },
      { '/a': 20, '/b': 10 },
      { now: false, before: true },
    );
    expect(shown([pages])).toEqual(['page /d -20 67% notInTop', 'page /b 10 33% new']);
  });

  it('stand together, each measured by what it counts', () => {
    const pages = sides('page', { '/': 100 }, { '/': 200, '/new': 25 });
    const countries = sides('country', { US: 50, DE: 10 }, { US: 59, DE: 9 });
    expect(shown([pages, countries])).toEqual([
      'country US 9 90% change',
      'page / 100 80% change',
      'page /new 25 20% new',
      'country DE -1 10% change',
    ]);
  });

  it('measures campaigns by all sessions, as referrers are', () => {
    const referrers = sides('referrer', { '': 100, 'a.example': 30 }, { '': 170, 'a.example': 0 });
    const campaigns = sides('campaign', { spring: 1 }, { spring: 11 });
    expect(shown([referrers, campaigns])).toEqual([
      'referrer  70 70% change',
      'referrer a.example -30 30% change',
      'campaign spring 10 10% change',
    ]);
  });

  it('have appeared only where all was read before, and gone where all was read now', () => {
    const before = { '/a': 9, '/old': 5 };
    const now = { '/a': 9, '/new': 4 };
    expect(shown([sides('page', before, now)])).toEqual(['page /old -5 56% gone', 'page /new 4 44% new']);
    expect(shown([sides('page', before, now, { now: false, before: true })])).toEqual([
      'page /new 4 80% new',
      // It may still have four, as the last row that was read.
      'page /old -1 20% notInTop',
    ]);
  });

  it('counts no change that is not certain', () => {
    const cut = sides('page', { '/a': 9, '/old': 5 }, { '/a': 9, '/new': 4 }, { now: false, before: false });
    // Below the first two, /old may have 4 now; /new may have had up to 5 before.
    expect(shown([cut])).toEqual(['page /old -1 100% notInTop']);
    expect(rankMovers([cut], capabilities)[0]).toMatchObject({ now: undefined, before: 5, atMost: 4 });
  });

  it('are none where nothing moved', () => {
    expect(
      rankMovers([sides('page', { '/': 3 }, { '/': 3 }), sides('country', {}, {})], capabilities),
    ).toEqual([]);
  });
});
