import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Note } from '#model/website/notes.ts';
import { notedBeginnings, notedSentences, whyFacts } from '#model/why/facts.ts';
import { capabilities } from '#api/phpAnalytics/capabilities.ts';
import { whySentences } from '#model/why/sentence.ts';
import { shapeOf } from '#model/why/shape.ts';
import { randomOf } from '../../helpers/random.ts';
import { generators, type PlantedKind, poisson } from './randomSeries.ts';

const first: Day = '2026-10-05';
/** 100 on an average day. */
const week = [110, 110, 120, 120, 100, 70, 70];
const series = (countOf: (usual: number, place: number) => number) =>
  Array.from({ length: 56 }, (_, place) => ({
    day: addDays(first, place),
    count: countOf(week[place % 7] ?? 0, place),
  }));
const note = (day: Day, text = 'newsletter 14', more: Partial<Note> = {}): Note => ({
  id: 1,
  scope: { kind: 'all' },
  day,
  text,
  ...more,
});

/** What is said of these notes. */
function said(points: ReturnType<typeof series>, ...notes: Note[]): string[] {
  const shape = shapeOf(points);
  const found = notedBeginnings(shape, notes, new Set(points.map(({ day }) => day)));
  return notedSentences(found, 2026, text => text);
}

describe('by hand', () => {
  // From Monday 2 November on half as many more.
  const step = series((usual, place) => (place < 28 ? usual : usual * 1.5));
  test('a step names what was noted on its first day, or the day before, and nothing else', () => {
    expect(said(step, note('2026-11-02'))).toEqual(['It began on 2 Nov, when you noted "newsletter 14".']);
    expect(said(step, note('2026-11-01', 'v1.4', { at: '18:00' }))).toEqual([
      'It began on 2 Nov, the day after you noted "v1.4" at 18:00.',
    ]);
    for (const day of ['2026-10-31', '2026-11-03', '2026-10-05', '2026-11-29'] as const)
      expect(said(step, note(day))).toEqual([]);
    // One of several days is about its first.
    expect(said(step, note('2026-11-02', 'campaign', { until: '2026-11-20' }))).toEqual([
      'It began on 2 Nov, when you noted "campaign".',
    ]);
    expect(said(step, note('2026-10-20', 'campaign', { until: '2026-11-01' }))).toEqual([]);
    expect(said(step, note('2026-10-20', 'campaign', { until: '2026-11-16' }))).toEqual([]);
    expect(said(step, note('2026-11-02', 'a'), note('2026-11-02', 'b'), note('2026-11-20', 'c'))).toEqual([
      'It began on 2 Nov, when you noted "a" and "b".',
    ]);
  });
  test('of a note on every day that of its first day is named, and at most the one before it', () => {
    const daily = Array.from({ length: 56 }, (_, place) => note(addDays(first, place), `day ${place}`));
    expect(said(step, ...daily)).toEqual([
      'It began on 2 Nov, when you noted "day 28", and the day before "day 27".',
    ]);
    const apart = series((usual, place) => (place === 20 ? usual * 3 : usual));
    expect(said(apart, ...daily)).toEqual([
      '25 Oct stands out: you noted "day 20", and the day before "day 19".',
    ]);
    const onBoth = [note('2026-11-02', 'a'), note('2026-11-02', 'b'), note('2026-11-01', 'c')];
    expect(said(step, ...onBoth)).toEqual(['It began on 2 Nov, when you noted "a" and "b".']);
  });
  test('of three days that stand out the first two name their notes', () => {
    const places = [10, 25, 40];
    const apart = series((usual, place) => (places.includes(place) ? usual * 3 : usual));
    expect(shapeOf(apart)?.unusual).toHaveLength(3);
    expect(said(apart, ...places.map(place => note(addDays(first, place), `day ${place}`)))).toEqual([
      '15 Oct stands out: you noted "day 10".',
      '30 Oct stands out: you noted "day 25".',
    ]);
  });
  test('a day that stands out but is not among those compared names no note', () => {
    const apart = series((usual, place) => (place === 20 ? usual * 3 : usual));
    const named = (days: typeof apart) =>
      notedBeginnings(shapeOf(apart), [note('2026-10-25')], new Set(days.map(({ day }) => day))).length;
    expect(named(apart.slice(14, 28))).toBe(1);
    expect(named(apart.slice(28))).toBe(0);
  });
  test('a step begins on one day, also in what is said of its level', () => {
    // Sunday 1 November, where 70 are usual before and 105 after, is the likeliest first day, Monday the next one.
    const points = step.map((point, place) => (place === 27 ? { ...point, count: 88 } : point));
    const facts = whyFacts({
      before: points.slice(0, 28),
      now: points.slice(28),
      shapeDays: points,
      dimensions: [],
      notes: [note('2026-11-02')],
    });
    expect(shapeOf(points)?.since).toBe('2026-11-01');
    expect(facts.shape?.since).toBe('2026-11-02');
    const sentences = whySentences(
      facts,
      { before: { from: first, to: '2026-11-01' }, now: { from: '2026-11-02', to: '2026-11-29' } },
      capabilities,
    );
    expect(sentences.slice(1)).toEqual([
      'It began on 2 Nov, when you noted "newsletter 14".',
      'Since 2 Nov one level higher: about 150 visitors on an average day, 100 before.',
    ]);
  });
  test('of two days that may be the first one the likelier has its note', () => {
    const between = (count: number) =>
      step.map((point, place) => (place === 27 ? { ...point, count } : point));
    const notes = [note('2026-11-01', 'a'), note('2026-11-02', 'b')];
    expect(said(between(88), ...notes)).toEqual(['It began on 1 Nov, when you noted "a".']);
    expect(said(between(85), ...notes)).toEqual([
      'It began on 2 Nov, when you noted "b", and the day before "a".',
    ]);
  });
  test('of two steps one is told, and what was noted at the other is not its beginning', () => {
    const distances = Array.from({ length: 100 }, (_, index) => {
      const random = randomOf((index + 1) * 7919);
      const points = series((usual, place) =>
        poisson(usual * 1.8 * (place < 36 ? 1 : place < 46 ? 1.4 : 2.1), random),
      );
      const shape = shapeOf(points);
      const days = new Set(points.map(({ day }) => day));
      return [35, 36, 45, 46]
        .flatMap(place => notedBeginnings(shape, [note(addDays(first, place))], days))
        .map(({ day, isLevel }) => (isLevel ? Math.abs(daysBetween(shape?.since ?? first, day)) : 0));
    });
    expect(Math.max(...distances.flat())).toBeLessThanOrEqual(2);
  });
  test('what was noted after the hour in which a day began to change is not its beginning', () => {
    const at = (time: string) => note('2026-10-25', 'mail', { at: time });
    const points = series((usual, place) => (place === 20 ? usual * 3 : usual));
    const named = (hour: number, noted: Note) =>
      notedBeginnings(shapeOf(points), [noted], new Set(points.map(({ day }) => day)), {
        day: '2026-10-25',
        hour,
      }).length;
    expect(named(9, at('20:00'))).toBe(0);
    expect(named(9, at('09:30'))).toBe(1);
    expect(named(20, at('09:30'))).toBe(1);
    expect(named(9, note('2026-10-24', 'mail', { at: '20:00' }))).toBe(1);
    expect(named(9, note('2026-10-25'))).toBe(1);
    // By the hours themselves: 4 in each, and from 9 on 30.
    const of = (from: number) => Array.from({ length: 24 }, (_, hour) => (hour < from ? 4 : 30));
    const facts = (noted: Note) =>
      whyFacts({
        now: points.slice(20, 21),
        before: points.slice(13, 14),
        known: points,
        shapeDays: points,
        dimensions: [],
        notes: [noted],
        hours: { now: of(9), before: of(24) },
      }).noted.length;
    expect(facts(at('20:00'))).toBe(0);
    expect(facts(at('08:00'))).toBe(1);
  });
  test('a day that lies apart names its note; usual days and a slope name none', () => {
    const day = series((usual, place) => (place === 20 ? usual * 3 : usual));
    expect(said(day, note('2026-10-25'), note('2026-11-02', 'v1.4'))).toEqual([
      '25 Oct stands out: you noted "newsletter 14".',
    ]);
    expect(
      said(
        series(usual => usual),
        note('2026-10-25'),
      ),
    ).toEqual([]);
    const slope = series((usual, place) => usual * 1.1 ** (place / 7));
    // A day apart from a slope is one all the same.
    const apart = slope.map((point, place) => (place === 20 ? { ...point, count: point.count * 3 } : point));
    expect(said(apart, note('2026-10-25'))).toEqual(['25 Oct stands out: you noted "newsletter 14".']);
    for (const place of [0, 10, 28, 50]) expect(said(slope, note(addDays(first, place)))).toEqual([]);
  });
  test('a step on the first of the days compared is their level, and no beginning', () => {
    const { noted, shape } = whyFacts({
      before: step.slice(28, 42),
      now: step.slice(42),
      shapeDays: step,
      dimensions: [],
      notes: [note('2026-11-02')],
    });
    expect([noted, shape?.since]).toEqual([[], undefined]);
  });
  test('days that are not compared explain nothing', () => {
    const shape = shapeOf(step);
    expect(notedBeginnings(shape, [note('2026-11-02')], new Set<Day>(['2026-11-03']))).toEqual([]);
    expect(notedBeginnings(undefined, [note('2026-11-02')], new Set<Day>(['2026-11-02']))).toEqual([]);
  });
});

// 200 series of each kind and way of making them. Measured: docs/design/shape-errors.md.
describe('planted', () => {
  test.each(
    Object.entries(generators).flatMap(([made, make]) =>
      (['step', 'days', 'begun'] as const).map(kind => [made, kind, make] as const),
    ),
  )('of series of %s with %s at least 95 of 100 notes of its beginning are named', (_, kind, make) => {
    let named = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = randomOf(seed * 7919);
      const { points, planted } = make(kind, 'nowhere', 56, random);
      const place = 'place' in planted ? planted.place : 0;
      // Written down on that day, or the evening before.
      const noted = Math.max(0, place - (random() < 0.5 ? 1 : 0));
      if (isNamed(points, noted)) named += 1;
    }
    expect(named).toBeGreaterThanOrEqual(190);
  });

  test.each(
    Object.entries(generators).flatMap(([made, make]) =>
      (['step', 'days', 'begun', 'slope', 'chance'] satisfies PlantedKind[]).map(
        kind => [made, kind, make] as const,
      ),
    ),
  )('of series of %s with %s at most 5 of 100 notes of other days are named', (_, kind, make) => {
    let named = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = randomOf(seed * 7919);
      const { points, planted } = make(kind, 'nowhere', 56, random);
      const place = 'place' in planted ? planted.place : -9;
      // Half of them are of the days around it, which are the hardest to tell apart.
      const isNear = place >= 0 && random() < 0.5;
      const others = points
        .map((_, at) => at)
        .filter(at => at !== place && at !== place - 1 && (!isNear || Math.abs(at - place) <= 4));
      if (isNamed(points, others[Math.floor(random() * others.length)] ?? 0)) named += 1;
    }
    expect(named).toBeLessThanOrEqual(10);
  });
});

// Series of 56 days with fewer visitors at weekends. Measured: docs/design/shape-errors.md.
describe('within four days of a step', () => {
  const rates = (steps: readonly (readonly [base: number, ratio: number])[], seeds: number) => {
    const right = { named: 0, of: 0 };
    const wrong = { named: 0, of: 0 };
    for (const [base, ratio] of steps)
      for (let seed = 1; seed <= seeds; seed += 1) {
        const random = randomOf(seed * 7919 + base);
        const place = 7 + Math.floor(random() * 43);
        const points = series((usual, day) =>
          poisson((usual / 100) * base * (day < place ? 1 : ratio), random),
        );
        const days = new Set(points.map(({ day }) => day));
        const shape = shapeOf(points);
        for (let distance = -4; distance <= 4; distance += 1) {
          const among = distance === -1 || distance === 0 ? right : wrong;
          among.of += 1;
          if (notedBeginnings(shape, [note(addDays(first, place + distance))], days).length > 0)
            among.named += 1;
        }
      }
    return { right: right.named / right.of, wrong: wrong.named / wrong.of };
  };
  test('of several levels and sizes at least 95 of 100 right notes are named, and at most 5 of 100 wrong ones', () => {
    const sizes = { 10: [3, 4], 50: [1.5, 2], 200: [1.35, 2], 1_000: [1.35, 2] } as const;
    const steps = Object.entries(sizes).flatMap(([base, ratios]) =>
      ratios.flatMap(ratio => [[Number(base), ratio] as const, [Number(base), 1 / ratio] as const]),
    );
    const { right, wrong } = rates(steps, 75);
    expect(right).toBeGreaterThanOrEqual(0.95);
    expect(wrong).toBeLessThanOrEqual(0.05);
  });
  test('of few visitors that rise by half at most 5 of 100 wrong ones are', () => {
    expect(rates([[50, 1.5]], 300).wrong).toBeLessThanOrEqual(0.05);
  });
});

function isNamed(points: Parameters<typeof shapeOf>[0], place: number): boolean {
  const day = points[place]?.day ?? first;
  return notedBeginnings(shapeOf(points), [note(day)], new Set(points.map(each => each.day))).length > 0;
}
