import type { Role } from '#terminal/theme/roles.ts';
import { textOf, type ChartRow } from '#charts/canvas.ts';
import { hoursChart, hourStrip } from '#charts/chart.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCount, anySize, expectExact } from './anyInput.ts';

const formatCount = (count: number) => (count < 1e6 ? String(count) : count.toExponential(0));
const bars = (...counts: (number | undefined)[]) => counts.map(count => ({ count }));
const day = bars(0, 1, 2, 4, 8, 6, undefined, undefined);
const before = [1, 1, 4, 4, 4, 8, 8, 2];
const ticks = [[0, 2, 4, 6].map(index => ({ index, text: String(index) }))];
const only = (row: ChartRow | undefined, role: Role) =>
  (row ?? []).map(run => (run.tone === role ? run.text : run.text.replace(/./gu, ' '))).join('');

describe('hoursChart', () => {
  it('has a bar for each hour, all as wide and as far apart, the day before as a line over them', () => {
    const { rows, columnOf, indexAt } = hoursChart({
      points: day,
      compared: before,
      ticks,
      width: 35,
      height: 7,
      formatCount,
    });
    // Five rows, a top of 10: two to a row, zero half a row below. 32 columns: four to an hour. The line of 1 is in the lowest
    // quarter of the lowest row, where a zero leaves it its place and the bar of 1 is before it, that of 4 in the second of the
    // second row, but over the top of a bar in its cell, that of 8 two rows above.
    expect(rows.map(textOf)).toEqual([
      '  │                                ',
      '8 ┤                ▄▄▄⢠⠤⠤⠤⠤⠤⠤⠤⡄    ',
      '  │                ███⡼▄▄▄    ⡇    ',
      '4 ┤       ⢠⠤⠤⠤⠤▄▄▄⠤⠤⠤⠤⠇███    ⢹    ',
      '  │⣀⣀⣀⣀▂▂▂⡏▄▄▄ ⠉⠉⠉ ███ ███    ⠸⠤⠤⠤ ',
      '0 └─┴───────┴───────┴───────┴──────',
      '    0       2       4       6      ',
    ]);
    expect([columnOf(0), columnOf(4), columnOf(8)]).toEqual([4, 20, undefined]);
    expect([3, 6, 7, 34, 35, 2].map(indexAt)).toEqual([0, 0, 1, 7, undefined, undefined]);
  });
  it('has that line in every hour, below the top of a bar as high: in the next cell, in the gaps alone where there is none', () => {
    const input = { points: bars(2, 4, 8, 8), compared: [2, 4, 4, 8], width: 14, height: 5, formatCount };
    // Four rows, two to a row, zero half a row below: of the first, the second and the last bar the top has a half of its cell.
    const { rows } = hoursChart({ ...input, hasTints: true });
    expect(rows.slice(0, 4).map(row => only(row, 'chartBefore').slice(3).trimEnd())).toEqual([
      '        ⢠',
      '        ⡼⠉⠉',
      '  ⢠  ⠤⠤⠤⠇',
      '  ⠏⠉⠉',
    ]);
    const on = (row: number) =>
      rows[row]?.flatMap(({ tone, on: background }) => (tone === 'chartBefore' ? [background] : []));
    expect([on(1), on(2), on(3)]).toEqual([
      [undefined, 'area4'],
      [undefined, undefined, 'area7', undefined],
      [undefined, 'area10'],
    ]);
  });
  it('has that line in the gaps beside low bars, also in few columns, in ASCII marks there, and none of nothing', () => {
    // Four rows and a top of 8: of 1 a bar fills a quarter of the lowest one, where the line of 0.5 is, too. It rises to 4 and falls to nothing.
    const input = { points: bars(1, 1, 8, 0), compared: [0.5, 0, 4, 0], height: 5, formatCount };
    const lowest = (width: number, look: { ascii?: boolean; hasTints?: boolean } = {}) =>
      textOf(hoursChart({ ...input, ...look, width }).rows[3] ?? []).slice(3);
    expect([lowest(14), lowest(11)]).toEqual(['▂▂⣀▂▂⡏██⢹⣀⣀', '▂⣀▂⡏█⢹⣀ ']);
    expect(lowest(14, { hasTints: true }).slice(0, 5)).toBe('▂▂⣀▂▂');
    expect(lowest(14, { ascii: true })).toBe('o=  =  #  _');
  });
  it('has that line on its side of the top of a bar', () => {
    // Four rows and a top of 8, zero half a row below: of 5.5 the bar ends two eighths above the second row, of 4.5 six above the first.
    const draw = (count: number, before: number) =>
      hoursChart({
        points: bars(8, count),
        compared: [8, before],
        width: 14,
        height: 5,
        formatCount,
        hasTints: true,
      })
        .rows.slice(0, 4)
        .map(row => textOf(row).slice(9, 12));
    // The top of a bar keeps its eighths. In its cell 6 would be in the second quarter, six eighths below the row above: no line.
    // 4 is in the second quarter below the top, and goes three eighths down, to the row below; 5 at the top goes to the row above.
    expect(draw(5.5, 6)).toEqual(['   ', '▂▂▂', '   ', '   ']);
    expect(draw(4.5, 4)).toEqual(['   ', '   ', '▆▆▆', '⠉⠉⠉']);
    expect(draw(4.5, 5)).toEqual(['   ', '⣀⣀⣀', '▆▆▆', '   ']);
  });
  it('needs no gap behind its last bar', () => {
    // 31 columns: four to an hour but for that gap, and no margin.
    const { rows, columnOf } = hoursChart({
      points: day,
      compared: [],
      ticks,
      width: 34,
      height: 7,
      formatCount,
    });
    expect(textOf(rows[4] ?? []).indexOf('▂')).toBe(7);
    expect([columnOf(0), columnOf(1)]).toEqual([4, 8]);
  });
  it('has marks beside its bars in ASCII, which are of one letter where there are rows enough', () => {
    const input = { points: day, compared: before, width: 35, formatCount, ascii: true };
    const { rows } = hoursChart({ ...input, height: 6, hasTints: true });
    expect(rows.map(textOf)).toEqual([
      '  |                                ',
      '8 +                 ###o   o       ',
      '  |                 ### ###        ',
      '4 +        o   o###o### ###        ',
      '  |o...o### ### ### ### ###    o   ',
      '0 +--------------------------------',
    ]);
    // Nothing of it stands on a background of its own: that would be one more texture.
    expect(rows.flat().filter(({ on }) => on !== undefined)).toEqual([]);
    // In few rows the tops have steps.
    expect(
      hoursChart({ ...input, height: 4 })
        .rows.map(textOf)
        .join(''),
    ).toContain('===');
  });
  it('leaves over what does not divide at both margins', () => {
    // 26 columns: 12 hours of two, one free column at either side.
    const points = bars(...Array.from({ length: 12 }, () => 8));
    const { rows } = hoursChart({ points, width: 29, height: 3, formatCount });
    expect(textOf(rows[0] ?? [])).toBe('8 ┤ ▄ ▄ ▄ ▄ ▄ ▄ ▄ ▄ ▄ ▄ ▄ ▄  ');
  });
  it('has its box where it hides no bar, over the low hours of the night', () => {
    const points = Array.from({ length: 24 }, (_, hour) => ({ count: hour < 10 ? 1 : 8 }));
    const draw = (title: string | undefined, index = 14) =>
      hoursChart({
        points,
        width: 76,
        height: 10,
        cursor: { index, title, value: '8', before: 'before, Fri 16 Oct  2' },
        formatCount,
      }).rows.map(textOf);
    const [plain, boxed] = [draw(undefined), draw('20:00')];
    expect(boxed.slice(0, 4).map(row => row.slice(7, 32))).toEqual([
      '╭───────────────────────╮',
      '│ 20:00  8              │',
      '│ before, Fri 16 Oct  2 │',
      '╰───────────────────────╯',
    ]);
    const hidden = plain.flatMap((line, row) =>
      Array.from(line).filter((glyph, column) => glyph !== ' ' && boxed[row]?.[column] !== glyph),
    );
    expect(hidden).toEqual([]);
    // Far from there it is one line over the bars, beside its hour.
    expect(draw('20:00', 23)[0]).toBe(
      '9 ┤                                     20:00  8  before, Fri 16 Oct  2 │   ',
    );
  });
  it('brightens the hour of the cursor, with a line above it', () => {
    const { rows } = hoursChart({
      points: day,
      ticks,
      width: 35,
      height: 7,
      formatCount,
      cursor: { index: 3 },
    });
    expect(rows.slice(0, 5).map(row => only(row, 'accent').trim())).toEqual(['', '', '', '▄▄▄', '███']);
    expect(textOf(rows[0] ?? [])[16]).toBe('│');
    // So has its text below the axis, where there is one.
    const low = (place: number) =>
      hoursChart({ points: day, ticks, width: 35, height: 7, formatCount, cursor: { index: place } }).rows.at(
        -1,
      );
    expect(only(low(0), 'plain').trim()).toBe('0');
    expect(only(low(1), 'plain').trim()).toBe('');
  });
  it('brightens full blocks without a background, and the line over them has its bar lit too', () => {
    const { rows } = hoursChart({
      points: bars(4, 4),
      compared: [2, 2],
      width: 13,
      height: 5,
      formatCount,
      hasTints: true,
      cursor: { index: 1 },
    });
    const bar = rows.slice(0, 4).map(row => row.find(({ tone, bold }) => bold === true && tone !== 'plain'));
    expect(bar.map(run => [run?.text.trim(), run?.tone, run?.on])).toEqual([
      ['▄▄▄▄', 'accent', undefined],
      ['████', 'accent', undefined],
      // In the middle of the third of four rows, where the tick of 2 is.
      ['⠤⠤⠤⠤', 'accent', undefined],
      ['████', 'accent', undefined],
    ]);
  });
  it('stands its bars side by side where there is just enough room', () => {
    const points = bars(...Array.from({ length: 24 }, (_, hour) => (hour < 12 ? 4 : 8)));
    const { rows } = hoursChart({ points, width: 27, height: 3, formatCount });
    expect(rows.map(textOf)).toEqual([
      '8 ┤            ▄▄▄▄▄▄▄▄▄▄▄▄',
      '  │▄▄▄▄▄▄▄▄▄▄▄▄████████████',
      '0 └────────────────────────',
    ]);
  });
});

describe('hourStrip', () => {
  it('has a base line, the day before as a line above its bars, an unfinished hour in shades, none for what is to come', () => {
    const hours = [...bars(0, 1, 2, 4, 8), { count: 3, unfinished: true }, ...bars(undefined, undefined)];
    const compared = [0, 1, 1, 2, 4, 4, 8, 8];
    expect(hourStrip({ hours, compared, width: 24, rows: 2 }).map(textOf)).toEqual([
      '            ██   ⡼⠉⠉⠉⠉⠉ ',
      '⣀⣀⣀▂▂⣀▄▄⡤⠤⠤⠞⠉⠉⠉⠉⠉⠁      ',
    ]);
  });
  it('has one column an hour where there is no more room', () => {
    const hours = bars(0, 1, 2, 3, 4, 5, 6, 8);
    expect(hourStrip({ hours, compared: hours.map(() => 8), width: 8, rows: 1 }).map(textOf)).toEqual([
      '▁▂▂▃▄▅▆█',
    ]);
    expect(hourStrip({ hours, width: 8, rows: 1, ascii: true }).map(textOf)).toEqual([
      '_======#'.slice(0, 8),
    ]);
  });
});

it('has one line over all gaps and bars with even tops, whatever the counts', () => {
  const some = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 24, maxLength: 24 });
  fc.assert(
    fc.property(
      some,
      some,
      fc.integer({ min: 3, max: 12 }),
      fc.constantFrom(48, 72, 96, 144),
      fc.boolean(),
      (counts, compared, height, width, hasTints) => {
        const chart = {
          points: bars(...counts),
          compared,
          width,
          height,
          hasTints,
          isBare: true,
          formatCount,
        };
        const rows = hoursChart(chart).rows.map(textOf);
        for (let hour = 0; hour < 24; hour += 1) {
          const [start, end] = [(width / 24) * hour, (width / 24) * (hour + 1) - 1];
          // Full blocks on their own colour are blanks but for the last one of a row.
          for (const row of rows) expect(new Set(row.slice(start, end).replaceAll('█', ' ')).size).toBe(1);
          expect(hour === 23 || rows.some(row => /[⠁-⣿]/u.test(row[end] ?? ''))).toBe(true);
        }
      },
    ),
  );
});

it('fills exactly its size, whatever the counts', () => {
  const bar = fc.record({ count: anyCount, unfinished: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(bar, { maxLength: 30 }),
      fc.array(anyCount, { maxLength: 30 }),
      fc.boolean(),
      fc.option(fc.record({ index: fc.nat(30), title: fc.constant('14:00') }), { nil: undefined }),
      anySize,
      anySize,
      (points, compared, ascii, cursor, width, height) => {
        const chart = hoursChart({ points, compared, ticks, cursor, width, height, ascii, formatCount });
        expectExact(chart.rows, width, height);
        for (const [index] of points.entries())
          expect(!(points.length <= width - 12) || chart.indexAt(chart.columnOf(index) ?? -1) === index).toBe(
            true,
          );
        expectExact(hourStrip({ hours: points, compared, width, rows: 2, ascii }), width, 2);
      },
    ),
  );
});

describe('the insets of hours', () => {
  const evening = Array.from({ length: 24 }, (_, hour) => ({ count: hour < 18 ? 0 : 8 }));
  const insets = [
    ['a long line of twenty', 'and another'],
    ['short', 'form'],
  ];
  const draw = (width: number, cursor?: { index: number }) =>
    hoursChart({
      points: evening,
      width,
      height: 3,
      isBare: true,
      formatCount: String,
      cursor,
      insets,
    }).rows.map(textOf);

  it('stand in the corner over low bars, the fullest form that touches none', () => {
    expect(
      draw(48)
        .slice(0, 2)
        .map(row => row.slice(0, 30)),
    ).toEqual(['  a long line of twenty       ', '  and another                 ']);
    expect(
      draw(24)
        .slice(0, 2)
        .map(row => row.slice(0, 10)),
    ).toEqual(['  short   ', '  form    ']);
  });

  it('give way to the box of a cursor', () => {
    expect(draw(48, { index: 20 }).join('')).not.toContain('long');
  });
});

it('the text of a day is lit as a whole, and only by its own day', () => {
  const points = Array.from({ length: 12 }, (_, at) => ({ count: at + 1 }));
  const lit = (index: number) =>
    hoursChart({
      points,
      ticks: [[{ index: 5, text: '23 Nov' }]],
      width: 41,
      height: 8,
      cursor: { index },
      formatCount: String,
    })
      .rows[7]?.filter(({ bold }) => bold === true)
      .map(({ text }) => text)
      .join('')
      .trim();
  expect([4, 5, 6].map(lit)).toEqual(['', '23 Nov', '']);
});
