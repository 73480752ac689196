import { expect, test } from 'vitest';
import {
  hourCursorPoints,
  movedIndex,
  pointIndex,
  pointsOfWeek,
  ticksOfHours,
} from '#model/statistics/cursor.ts';

test('a cursor moves by points and by weeks, and stays on the chart', () => {
  expect(movedIndex(10, 'left', 28, 7)).toBe(9);
  expect(movedIndex(10, 'right', 28, 7)).toBe(11);
  expect(movedIndex(10, 'weekBack', 28, 7)).toBe(3);
  expect(movedIndex(10, 'weekOn', 28, 7)).toBe(17);
  expect(movedIndex(3, 'weekBack', 28, 7)).toBe(0);
  expect(movedIndex(25, 'weekOn', 28, 7)).toBe(27);
  expect(movedIndex(10, 'first', 28, 7)).toBe(0);
  expect(movedIndex(10, 'last', 28, 7)).toBe(27);
});

test('from nowhere a move back begins at the last point, a move on at the first', () => {
  expect(movedIndex(undefined, 'left', 28, 7)).toBe(27);
  expect(movedIndex(undefined, 'weekBack', 28, 7)).toBe(27);
  expect(movedIndex(undefined, 'right', 28, 7)).toBe(0);
  expect(movedIndex(undefined, 'weekOn', 28, 7)).toBe(0);
});

test('a week is seven days of a chart, one point of weeks or months, and none of hours', () => {
  const days = { from: '2026-11-02', to: '2026-11-08' } as const;
  expect(pointsOfWeek({ unit: 'day', from: days.from, to: days.from })).toBe(7);
  expect(pointsOfWeek({ unit: 'week', ...days })).toBe(1);
  expect(pointsOfWeek({ unit: 'hour', hour: 3 })).toBeUndefined();
});

test('of some hours of a day a cursor stands on them alone, and the axis names them', () => {
  const counts = Array.from({ length: 24 }, (_, hour) => hour * 10);
  const points = hourCursorPoints(counts, counts, { hours: [8, 20, 21] });
  expect(points.map(({ count, before }) => [count, before?.count])).toEqual([
    [80, 80],
    [200, 200],
    [210, 210],
  ]);
  expect(pointIndex(points, 20)).toBe(1);
  expect(pointIndex(points, 9)).toBeUndefined();
  expect(ticksOfHours([8, 20, 21]).map(ticks => ticks.map(({ index, text }) => `${index} ${text}`))).toEqual([
    ['0 08', '1 20', '2 21'],
    ['0 08', '2 21'],
    ['0 08'],
    ['0 08'],
  ]);
});
