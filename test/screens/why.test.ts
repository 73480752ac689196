import { describe, expect, test } from 'vitest';
import { capabilities } from '#api/phpAnalytics/capabilities.ts';
import type { Part } from '#components/parts.ts';
import { whyFacts } from '#model/why/facts.ts';
import { sentenceLines } from '#screens/why/Screen.tsx';
import { bandLines } from '#screens/why/groupLines.ts';
import type { ShownWhyGroup } from '#queries/whyGroups.ts';
import {
  bandHeights,
  movedInGroups,
  othersBelow,
  othersBeside,
  packedLayout,
  whyLayout,
} from '#store/views/whyLayout.ts';

const text = (lines: readonly (readonly Part[])[]) =>
  lines.map(parts => parts.map(part => part.text).join(''));

const rows = (of: Readonly<Record<string, number>>) => ({
  rows: Object.entries(of).map(([value, count]) => ({ value, count })),
  readToEnd: true,
});

/** 100 sessions less: 90 direct ones, a campaign that is gone, and little else. */
const { groups: found } = whyFacts({
  now: [{ day: '2026-11-10', count: 400 }],
  before: [{ day: '2026-11-03', count: 500 }],
  dimensions: [
    {
      name: 'referrer',
      now: rows({ '': 110, 'a.example': 90, 'b.example': 80, 'c.example': 70, 'd.example': 52 }),
      before: rows({ '': 200, 'a.example': 90, 'b.example': 85, 'c.example': 74, 'd.example': 50, e: 3 }),
      reaches: true,
    },
    { name: 'campaign', now: rows({ spring: 12 }), before: rows({ autumn: 40, spring: 1 }), reaches: true },
    { name: 'country', now: rows({ DE: 4 }), before: rows({ DE: 5 }), reaches: false },
  ],
});
const shown = found.map((group): ShownWhyGroup => ({
  part: group.name,
  state: 'read',
  rows: group.rows,
  changed: group.rows.length,
  change: group.change,
  verdict: group.verdict,
  incomplete: group.incomplete,
  strength: group.strength,
}));
const unread = (part: ShownWhyGroup['part'], state: ShownWhyGroup['state']): ShownWhyGroup => ({
  part,
  state,
  rows: [],
  changed: 0,
  change: 0,
  verdict: 'quiet',
  incomplete: undefined,
  strength: 0,
});
const groups = [
  ...shown.slice(0, 2),
  unread('page', 'reading'),
  unread('device', 'failed'),
  ...shown.slice(2),
];

const draw = (columns: number, height: number, cursor = { group: 0, row: 0 }) => {
  const layout = whyLayout({ columns, rows: height }, groups.length, { hasDays: false, hasRates: false });
  return text(bandLines({ groups, layout, cursor, top: 0, capabilities })).map(line => line.trimEnd());
};

describe('the groups, a bar behind each row, the others in one line that makes the sum right', () => {
  test('at 40 columns: one below the other', () => {
    // 24 columns for the names and their bars: of 40, and seven of them for 11.
    expect(draw(40, 10)).toEqual([
      ' 1 Campaigns  sessions        -29 share',
      ' > autumn__________________   -40  gone',
      '   spring_                    +11   x12',
      '',
      '',
    ]);
    // 5, 4, 3 and 2 of the 104 that moved.
    expect(draw(40, 10, { group: 1, row: 0 })).toEqual([
      ' 2 Referrers  sessions       -100 share',
      ' > (direct)________________   -90   87%',
      '   b.example                   -5    5%',
      '   c.example                   -4    4%',
      '   2 others                    -1    5%',
    ]);
  });
  test('at 80 columns: by pairs', () => {
    expect(draw(80, 24)).toEqual([
      ' 1 Campaigns  sessions        -29 share  2 Referrers  sessions       -100 share',
      ' > autumn__________________   -40  gone    (direct)________________   -90   87%',
      '   spring_                    +11   x12    b.example                   -5    5%',
      '                                           c.example                   -4    4%',
      '                                           e                           -3  gone',
      '                                           d.example                   +2    2%',
      '',
      '',
      ' 3 Pages                                 4 Devices',
      '   reading ...                             It could not be read: r tries again.',
      '',
      '',
      '',
      '',
      '',
    ]);
  });
  test('at 120 columns: by pairs, words before the changes', () => {
    expect(draw(120, 40).slice(0, 6)).toEqual([
      ' 1 Campaigns  sessions ────────────────────────  -29 share    2 Referrers  sessions ──────────────────────── -100 share',
      ' > autumn_________________________________ gone  -40   78%      (direct)_______________________________       -90   87%',
      '   spring_____                              x12  +11   22%      b.example                                      -5    5%',
      '                                                                c.example                                      -4    4%',
      '                                                                e                                       gone   -3    3%',
      '                                                                d.example                                      +2    2%',
    ]);
  });
  test('at 200 columns: three side by side', () => {
    expect(draw(200, 50).slice(0, 3)).toEqual([
      ' 1 Campaigns  sessions ──────────────────────────────  -29 share    2 Referrers  sessions ────────────────────────────── -100 share    3 Pages',
      ' > autumn_______________________________________ gone  -40   78%      (direct)_____________________________________       -90   87%      reading ...',
      '   spring______                                   x12  +11   22%      b.example                                            -5    5%',
    ]);
  });
});

describe('the sentences', () => {
  const three = ['Visitors fell by 100.', 'Direct visits fell by 90.', 'Campaigns fell alike.'];
  test('are wrapped, the first in bold, the caution behind them', () => {
    expect(sentenceLines(three, 38, 3)).toMatchObject([
      [{ text: 'Visitors fell by 100.', bold: true }, { text: ' Direct visits' }],
      [{ text: 'fell by 90. Campaigns fell alike.' }],
      [{ text: 'Correlation, not cause.', tone: 'dim' }],
    ]);
  });
  test('are left out from the end rather than cut', () => {
    expect(text(sentenceLines(three, 38, 2))).toEqual([
      'Visitors fell by 100. Direct visits',
      'fell by 90. Correlation, not cause.',
    ]);
    expect(text(sentenceLines(three, 22, 1))).toEqual(['Visitors fell by 100.']);
    // The first one has no other to give way to.
    expect(text(sentenceLines(three, 12, 1))).toEqual(['Visitors fe…']);
    // The days stand in the line above.
    const compared = ['Visitors fell by 100 (-4%) against 3 Oct - 30 Oct.'];
    expect(text(sentenceLines(compared, 38, 1))).toEqual(['Visitors fell by 100 (-4%).']);
  });
  test('have no control characters, and words that are too long are cut', () => {
    const hostile = `Page views of the page /\x1b[2J\u202e${'x'.repeat(90)} fell.`;
    expect(text(sentenceLines(['Visitors fell.', hostile], 40, 5))).toEqual([
      'Visitors fell. Page views of the page',
      `/${'x'.repeat(38)}…`,
      'fell. Correlation, not cause.',
    ]);
  });
});

test('the layout keeps its lines for sentences, and has a chart only where there is room', () => {
  expect(whyLayout({ columns: 80, rows: 24 }, 8, { hasDays: true, hasRates: false })).toMatchObject({
    sentence: 3,
    chart: 0,
    columns: 2,
    lines: 6,
    bands: 2,
  });
  expect(whyLayout({ columns: 120, rows: 40 }, 8, { hasDays: true, hasRates: false })).toMatchObject({
    sentence: 2,
    chart: 0,
    columns: 2,
    lines: 6,
    bands: 4,
  });
  // The ninth would be alone below them: without its six lines 13 are left of 37.
  expect(whyLayout({ columns: 120, rows: 40 }, 9, { hasDays: true, hasRates: true })).toMatchObject({
    bands: 4,
    chart: 6,
  });
  expect(whyLayout({ columns: 200, rows: 50 }, 8, { hasDays: true, hasRates: false })).toMatchObject({
    chart: 12,
    columns: 3,
    bands: 3,
  });
  expect(whyLayout({ columns: 200, rows: 50 }, 8, { hasDays: false, hasRates: false })).toMatchObject({
    chart: 0,
    columns: 3,
    bands: 3,
  });
});

const of = (count: number): ShownWhyGroup => {
  const [many = unread('page', 'read')] = shown;
  const rows = Array.from({ length: count }, (_, at) => at).flatMap(at =>
    many.rows.slice(0, 1).map(row => ({ ...row, value: `/${at}` })),
  );
  return { ...many, rows, changed: count };
};

test('what a band of groups does not need the others have', () => {
  const layout = whyLayout({ columns: 200, rows: 50 }, 4, { hasDays: false, hasRates: false });
  expect(layout).toMatchObject({ columns: 3, lines: 14, width: 63, gap: 4 });
  expect(bandHeights([of(30), of(2), of(3), of(5)], layout)).toEqual([23, 5]);
  expect(bandHeights([of(30), of(2), of(3), of(40)], layout)).toEqual([14, 14]);
  expect(bandHeights([unread('page', 'failed')], layout)).toEqual([2]);
  const all = [of(3), of(3), of(3), of(5)];
  const drawn = text(bandLines({ groups: all, layout, cursor: undefined, top: 0, capabilities }));
  // A title and fourteen lines, a blank line, and the same of the next band.
  expect(drawn.map(line => / \d +[A-Z]/.exec(line) !== null).flatMap((is, at) => (is ? [at] : []))).toEqual([
    0, 16,
  ]);
});

test("what all groups together do not need is the chart's, or lies between them", () => {
  const viewport = { columns: 120, rows: 40 };
  const layout = whyLayout(viewport, 6, { hasDays: true, hasRates: false });
  const quiet = (rows: number): ShownWhyGroup => ({ ...unread('page', 'read'), changed: rows, rows: [] });
  // Three bands of two lines each, of three times eight: 18 are left, of which one is blank.
  expect(layout).toMatchObject({ lines: 9, bands: 3, chart: 0 });
  const all = [1, 1, 1, 1, 1, 1].map(quiet);
  expect(packedLayout(layout, all, { viewport, hasChart: true })).toMatchObject({
    heights: [2, 2, 2],
    below: 20 + layout.free,
    chart: 0,
  });
  const long = [of(2), of(20), of(2), of(2)];
  // Of twenty rows beside two only so many are listed that 6 % of the screen stay empty below the two.
  expect(packedLayout(layout, long, { viewport, hasChart: true }).heights).toEqual([6, 2]);
  expect(packedLayout(layout, long, { viewport, hasChart: false }).heights).toEqual([16, 2]);
  expect(packedLayout(layout, all, { viewport, hasChart: false })).toMatchObject({ below: 0, spacing: 8 });
});

test.each([40, 80, 120, 200])(
  'every row has its bar, at %i columns: grey where nothing stands out',
  columns => {
    const [first] = shown;
    const layout = whyLayout({ columns, rows: 50 }, 1, { hasDays: false, hasRates: false });
    const barsOf = (verdict: ShownWhyGroup['verdict']) => {
      const rows = first?.rows.map((row, at) => ({ ...row, value: `/${at}` })) ?? [];
      const group = { ...(first ?? unread('page', 'read')), rows, verdict };
      const drawn = bandLines({ groups: [group], layout, cursor: undefined, top: 0, capabilities });
      return drawn.slice(1, 1 + rows.length).map(parts => parts.find(({ text }) => /_/.test(text))?.tone);
    };
    expect(barsOf('explains')).toEqual(['bad', 'good']);
    expect(barsOf('quiet')).toEqual(['dim', 'dim']);
  },
);

test('what the rows come to is grey where the total is within chance, and so are the rows', () => {
  const [first] = shown;
  const layout = whyLayout({ columns: 80, rows: 24 }, 2, { hasDays: false, hasRates: false });
  const tones = (isChance: boolean) =>
    bandLines({
      groups: first === undefined ? [] : [{ ...first, verdict: 'quiet', isChance }],
      layout,
      cursor: undefined,
      top: 0,

      capabilities,
    })
      .slice(0, 2)
      .map(parts => parts.find(({ text }) => /^ *-/.test(text))?.tone);
  expect(tones(true)).toEqual(['dim', 'dim']);
  expect(tones(false)).toEqual(['bad', 'dim']);
});

describe('the cursor', () => {
  // 0 1    three rows, two
  // 2 3    none, one
  // 4      four
  const counts = [3, 2, 0, 1, 4];
  const from = (group: number, row: number) => (move: Parameters<typeof movedInGroups>[3]) => {
    const to = movedInGroups(counts, 2, { group, row }, move);
    return [to.group, to.row];
  };
  test('goes up and down its column, past a group without rows', () => {
    expect(from(0, 2)('down')).toEqual([4, 0]);
    expect(from(4, 0)('up')).toEqual([0, 2]);
    expect(from(0, 0)('up')).toEqual([0, 0]);
    expect(from(3, 0)('down')).toEqual([3, 0]);
  });
  test('goes to the group beside, as far down as that has rows', () => {
    expect(from(0, 2)('right')).toEqual([1, 1]);
    expect(from(1, 1)('left')).toEqual([0, 1]);
    expect(from(1, 0)('right')).toEqual([1, 0]);
    expect(from(4, 3)('right')).toEqual([4, 3]);
  });
  test('goes to the ends, by groups, and around', () => {
    expect(from(3, 0)('first')).toEqual([0, 0]);
    expect(from(0, 0)('last')).toEqual([4, 3]);
    expect(from(1, 1)('nextGroup')).toEqual([3, 0]);
    expect(from(4, 2)('nextGroup')).toEqual([0, 0]);
    expect(from(0, 1)('previousGroup')).toEqual([4, 0]);
    expect(from(4, 3)('halfUp')).toEqual([0, 2]);
    expect(from(0, 1)('halfDown')).toEqual([4, 1]);
    expect(from(4, 1)('halfDown')).toEqual([4, 3]);
  });
  test('in one column left and right go to the group above and below', () => {
    expect(movedInGroups(counts, 1, { group: 1, row: 1 }, 'right')).toEqual({ group: 3, row: 0 });
    expect(movedInGroups(counts, 1, { group: 3, row: 0 }, 'left')).toEqual({ group: 1, row: 0 });
  });
});

test('below the rows of one group whole stand as many of the others as have room', () => {
  const places = (columns: number, height: number, count: number, width?: number) => {
    const { rows, grid } = othersBelow({ columns, rows: height }, count, 8, width);
    return [rows, grid?.columns, grid?.bands, grid?.lines];
  };
  // Of 32 lines three rows and a blank line leave 28: four pairs of six lines with a title, and a blank line between two.
  expect(places(120, 40, 3)).toEqual([3, 2, 4, 5]);
  expect(places(120, 40, 3, 65)).toEqual([3, 1, 4, 5]);
  expect(places(120, 40, 28)).toEqual([32, undefined, undefined, undefined]);
  expect(places(80, 24, 3)).toEqual([3, 2, 2, 4]);
  expect(places(40, 10, 1)).toEqual([3, undefined, undefined, undefined]);
});

test('beside them the chart leaves lines to others, and has all of them where there are none', () => {
  const places = (columns: number, height: number, width: number, others: number) => {
    const { chart, grid } = othersBeside({ columns, rows: height }, width, others);
    return [chart, grid?.columns, grid?.bands, grid?.lines];
  };
  // Of 34 lines three groups of four with a title and a blank line take 18.
  expect(places(120, 40, 54, 4)).toEqual([16, 1, 3, 4]);
  // Of 44 one pair of eight takes 10.
  expect(places(200, 50, 110, 2)).toEqual([34, 2, 1, 8]);
  expect(places(200, 50, 110, 0)).toEqual([44, undefined, undefined, undefined]);
});
