import { placedTicks } from '#charts/scale.ts';
import { describe, expect, it } from 'vitest';

const days = Array.from({ length: 15 }, (_, place) => ({ place, text: `${place + 1} Mar` }));
const weeks = days.filter(({ place }) => place % 7 === 0);
const drawn = (ticks: ReturnType<typeof placedTicks>, width: number) =>
  ticks.reduce((line, { start, text }) => line.padEnd(start) + text, '').padEnd(width);

describe('placedTicks', () => {
  it('takes the closest set whose texts all have room', () => {
    const wide = placedTicks([days, weeks], place => place * 8 + 2, 120);
    expect(wide.length).toBe(15);
    const narrow = placedTicks([days, weeks], place => place * 2, 30);
    expect(drawn(narrow, 30)).toBe('1 Mar       8 Mar       15 Mar');
    expect(narrow.map(({ column }) => column)).toEqual([0, 14, 28]);
  });
  it('keeps texts inside, two columns apart', () => {
    expect(
      drawn(
        placedTicks([weeks], place => place, 20),
        20,
      ),
    ).toBe('1 Mar       15 Mar  ');
    expect(
      drawn(
        placedTicks([days.slice(0, 3)], place => place * 6, 18),
        18,
      ),
    ).toBe('1 Mar     3 Mar   ');
    expect(
      drawn(
        placedTicks([days.slice(0, 3)], place => place * 7 + 2, 19),
        19,
      ),
    ).toBe('1 Mar  2 Mar  3 Mar');
  });
  it('thins the last set at an even distance where none has room', () => {
    expect(
      drawn(
        placedTicks([days, weeks], place => place, 15),
        15,
      ),
    ).toBe('1 Mar    15 Mar');
  });
  it('is empty without room or ticks', () => {
    expect([
      placedTicks([days], () => 0, 3),
      placedTicks([], () => 0, 30),
      placedTicks([[]], () => 0, 9),
    ]).toEqual([[], [], []]);
  });
});
