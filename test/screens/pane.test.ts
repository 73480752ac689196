import type { ChartRow } from '#charts/canvas.ts';
import { label } from '#text/safeText.ts';
import { expect, test } from 'vitest';
import { capabilities } from '#api/phpAnalytics/capabilities.ts';
import { addDays } from '#model/period/day.ts';
import { summarise } from '#model/statistics/summary.ts';
import { whyFacts } from '#model/why/facts.ts';
import { attentionLines, changedLines, notableLines } from '#screens/websites/attention.ts';
import type { ComparedRow } from '#model/comparison/rows.ts';
import { paneLayout, paneLines, whyLines, whyRows } from '#screens/websites/pane.ts';
import type { Preview } from '#store/websites/previewContent.ts';

const noneShared: ReadonlySet<string> = new Set();

const text = (lines: readonly ChartRow[]) =>
  lines.map(parts =>
    parts
      .map(part => part.text)
      .join('')
      .trimEnd(),
  );
const rows = (of: Readonly<Record<string, number>>) => ({
  rows: Object.entries(of).map(([value, count]) => ({ value, count })),
  readToEnd: true,
});
const days = (counts: readonly number[]) =>
  counts.map((count, place) => ({ day: addDays('2026-11-06', place), count }));

/** A week of ten visitors a day behind one of twenty; Friday 20 November is today. */
const series = days([...Array<number>(7).fill(20), ...Array<number>(7).fill(10), 4]);
const compared = {
  now: { from: '2026-11-13', to: '2026-11-19' },
  before: { from: '2026-11-06', to: '2026-11-12' },
  rest: undefined,
} as const;
const visitors = summarise(series, compared.now, '2026-11-20', { period: compared.before });
const counted = (points: typeof visitors.points) => points.map(({ day, count = 0 }) => ({ day, count }));
const dimensions = [
  {
    name: 'referrer' as const,
    now: rows({ '': 40, a: 30 }),
    before: rows({ '': 100, a: 40 }),
    reaches: true,
  },
  { name: 'page' as const, now: rows({ '/': 90 }), before: rows({ '/': 210, '/old': 5 }), reaches: true },
];
const sameWeekday = {
  now: { from: '2026-11-20', to: '2026-11-20' },
  before: { from: '2026-11-13', to: '2026-11-13' },
  rest: undefined,
  among: 4,
} as const;
const preview: Preview = {
  website: {
    id: '7',
    domain: 'shop.example.com',
    privacy: 'private',
    excludeBots: true,
    email: false,
    createdAt: '2025-03-03 10:00:00',
    fields: {},
  },
  tags: [],
  notes: [],
  goals: [],
  capabilities,
  today: '2026-11-20',
  compared,
  visitors,
  pageviews: undefined,
  change: { kind: 'percent', ratio: -0.5 },
  notCompared: undefined,
  hours: undefined,
  todayComparison: { compared: sameWeekday, hoursSoFar: { hours: 14, now: 4, before: 8 } },
  why: whyFacts({ now: counted(visitors.points), before: counted(visitors.before), dimensions }),
  tops: [],
  failed: [],
  attention: [{ kind: 'silent', since: '2026-11-10', days: 9 }],
  error: undefined,
  isOffline: false,
  isReadingLogs: false,
  asked: 5,
  answered: 5,
};

test('the pane in few lines: numbers, today beside the usual weekday, three rows of why, attention and settings', () => {
  expect(text(paneLines(preview, { width: 44, height: 10 }))).toEqual([
    'shop.example.com',
    '70 visitors (sum) -50%   ··· page views',
    '4 today, -50% by 14:00 against Fri 13 Nov',
    'WHY  what changed most',
    'page /_________________________   -120 views',
    'from (direct)_____              -60 sessions',
    'page /old                           -5 views',
    '! No visitors since 10 Nov: 9 days without',
    '  any.',
    'private, bots excluded, no email reports',
  ]);
});

test('visitors that are added up say so in as many words as there is room for, those that are counted once do not', () => {
  const numbers = (width: number, isExact?: true) =>
    text(
      paneLines(
        { ...preview, visitors: { ...visitors, ...(isExact && { isExact }) } },
        { width, height: 10 },
      ),
    )[1];
  expect(numbers(60)).toBe('70 visitors (sum of days) -50%   ··· page views');
  expect(numbers(44)).toBe('70 visitors (sum) -50%   ··· page views');
  expect(numbers(44, true)).toBe('70 visitors -50%   ··· page views');
});

test('rows have bars as in why, grey where nothing stands out', () => {
  const { why } = preview;
  if (why === undefined) throw new Error('nothing to explain');
  const tones = (verdict: 'alike' | 'quiet') => {
    const groups = why.groups.map(group => ({ ...group, verdict }));
    const lines = whyLines({ ...preview, why: { ...why, groups } }, 44, 0);
    return lines.slice(1).map(parts => parts.at(-1)?.tone);
  };
  expect(tones('alike')).toContain('bad');
  expect(tones('quiet')).toEqual(['dim', 'dim', 'dim']);
  expect(text(whyLines(preview, 44, 0)).slice(1)).toEqual([
    // Of 26 columns -120 takes all, -60 half of them, -5 one.
    'page /_________________________   -120 views',
    'from (direct)_____              -60 sessions',
    'page /old                           -5 views',
  ]);
});

test.each([
  [{ compared: sameWeekday, count: 1021 }, '4 today so far; 1,021 on Fri 13 Nov, a usual Friday'],
  ['unread', '4 today so far, ··············'],
  [undefined, '4 today so far'],
] as const)('today beside what is known of the day it is compared with: %#', (known, line) => {
  expect(text(paneLines({ ...preview, todayComparison: known }, { width: 60, height: 10 }))[2]).toBe(line);
});

test('offline nothing is awaited that was not read before, and the lines below stay where they are', () => {
  const offline = { ...preview, why: undefined, attention: [], asked: 0, answered: 0, isOffline: true };
  expect(text(paneLines(offline, { width: 30, height: 12 })).slice(3)).toEqual([
    'WHY  not in the saved data',
    '',
    '',
    '',
    'private, bots excluded',
    'id 7, added 3 Mar 2025',
  ]);
});

test('what is not read has dim dots, and says how far the reading is', () => {
  const unread = { ...preview, visitors: undefined, why: undefined, attention: [], answered: 2 };
  const lines = paneLines(unread, { width: 30, height: 12 });
  expect(text(lines)).toEqual([
    'shop.example.com',
    '··· visitors   ··· page views',
    '··· today',
    'WHY  reading 2 of 5',
    '············             ·····',
    '············             ·····',
    '············             ·····',
    'private, bots excluded',
    'id 7, added 3 Mar 2025',
  ]);
  expect(lines.flat().filter(part => part.text.includes('·') && part.tone !== 'dim')).toEqual([]);
});

test('why is said in whole sentences, or as much of the first one as there is room for', () => {
  const said = (width: number, lines: number) => text(whyLines(preview, width, lines)).slice(1, 1 + lines);
  expect(said(44, 2)).toEqual(['Nothing stands out. Referrers and pages all', 'fell alike.']);
  expect(said(44, 1)).toEqual(['Nothing stands out.']);
  expect(said(12, 1)).toEqual(['Nothing sta…']);
  const { why } = preview;
  const ofSome = why && { ...why, groups: [], only: ['referrer', 'page'] as const };
  expect(text(whyLines({ ...preview, why: ofSome }, 60, 1))[1]).toBe(
    'Nothing stands out in days, referrers and pages.',
  );
});

test('where nobody came by now on either day, today has no change, and a day without data no chart', () => {
  const none = {
    ...preview,
    todayComparison: { compared: sameWeekday, hoursSoFar: { hours: 14, now: 0, before: 0 } },
  };
  expect(text(paneLines(none, { width: 60, height: 9 }))).toContain('4 today, none by 14:00 on either day');
  const points = [{ day: preview.today, count: undefined }];
  const empty = { ...preview, visitors: { ...visitors, points, before: [], today: undefined } };
  expect(text(paneLines(empty, { width: 60, height: 30 })).join('\n')).not.toContain(
    'No visitors in these days',
  );
});

test('nothing of today in a period that is over; nothing of why where nothing is compared', () => {
  const over = {
    ...preview,
    visitors: { ...visitors, today: undefined },
    compared: undefined,
    notCompared: label`Nothing is compared: c chooses with what.`,
    attention: [],
  };
  const lines = text(paneLines(over, { width: 60, height: 9 }));
  expect(lines.join('\n')).not.toContain('today');
  expect(lines).toContain('WHY  Nothing is compared: c chooses with what.');
});

test('rows that stand out, and the largest of each statistic that goes the way of the total, the largest first', () => {
  const facts = whyFacts({ now: counted(visitors.points), before: counted(visitors.before), dimensions });
  const row = (value: string, change: number) => ({
    value,
    change,
    now: 1,
    before: 1,
    isAtLeast: false,
    kind: 'changed' as const,
    share: 0,
    score: 0,
    isCause: false,
  });
  const group = {
    compared: 2,
    change: 0,
    moved: 0,
    strength: 0,
    verdict: 'quiet' as const,
    incomplete: undefined,
  };
  const [big, small, rise, next] = [row('/', -120), row('/old', -5), row('b', 90), row('a', -10)];
  const groups = [
    { ...group, name: 'page' as const, rows: [big, small] },
    { ...group, name: 'referrer' as const, rows: [next, rise] },
  ];
  const shown = (causes: typeof facts.causes) =>
    whyRows({ ...facts, groups, causes }, 3).map(({ row: { value } }) => value);
  // The total fell: a rise is among them only where it stands out.
  expect(shown([])).toEqual(['/', 'a', '/old']);
  expect(shown([{ kind: 'row', score: 9, name: 'referrer', row: rise }])).toEqual(['/', 'b', 'a']);
  expect(shown([{ kind: 'row', score: 9, name: 'page', row: small }])).toEqual(['/', 'a', '/old']);
});

test('without room the spacing goes first, then the sentence, then the chart', () => {
  expect(paneLayout(36, 0)).toEqual({ spacing: 1, chart: 10, sentence: 2, attention: 0 });
  expect(paneLayout(20, 0)).toEqual({ spacing: 1, chart: 5, sentence: 2, attention: 0 });
  expect(paneLayout(19, 0)).toEqual({ spacing: 0, chart: 8, sentence: 2, attention: 0 });
  expect(paneLayout(15, 0)).toEqual({ spacing: 0, chart: 6, sentence: 0, attention: 0 });
  expect(paneLayout(13, 0)).toEqual({ spacing: 0, chart: 0, sentence: 0, attention: 0 });
  expect(paneLayout(20, 5)).toEqual({ spacing: 0, chart: 6, sentence: 2, attention: 3 });
});

const needy = (domain: string) => ({
  website: { id: domain, domain, fields: {} },
  attention: [{ kind: 'unusual', day: '2026-11-19', count: 783, usual: 36 } as const],
});

test('what needs attention in sentences, how many were looked at, and how many more there are', () => {
  const list = { websites: ['a.example', 'b.example', 'c.example'].map(needy), looked: 62 };
  expect(text(attentionLines(list, { width: 44, height: 12, total: 137, shared: noneShared }))).toEqual([
    'NEEDS ATTENTION  3 websites',
    '62 of 137 websites checked',
    '',
    'a.example',
    '! 783 visitors on Thu 19 Nov, where 36 are',
    '  usual.',
    '',
    'b.example',
    '! 783 visitors on Thu 19 Nov, where 36 are',
    '  usual.',
    '',
    'and 1 more: ! lists them all',
  ]);
  const none = { websites: [], looked: 13 };
  expect(text(attentionLines(none, { width: 44, height: 12, total: 13, shared: noneShared }))).toEqual([
    'NEEDS ATTENTION  none',
    '13 websites checked',
  ]);
});

test('what is worth a look in whole sentences, with what was noted', () => {
  const of = (domain: string) => ({ id: domain, domain, fields: {} });
  const notable = { kind: 'high', day: '2026-11-14', count: 1757, usual: 222 } as const;
  const websites = ['blog.example', 'shop.example'].map(domain => ({ website: of(domain), notable }));
  const look = { width: 44, shared: noneShared, counts: 'visitors' } as const;
  const noted = ({ id }: { readonly id: string }) => (id === 'blog.example' ? 'sale' : undefined);
  expect(text(notableLines(websites, { ...look, height: 8 }, noted))).toEqual([
    '',
    'WORTH A LOOK',
    'blog.example had 1,757 visitors on Sat 14',
    '  Nov, where 222 are usual, when you noted',
    '  "sale".',
    'shop.example had 1,757 visitors on Sat 14',
    '  Nov, where 222 are usual.',
  ]);
  expect(text(notableLines(websites, { ...look, height: 6 }, noted))).toHaveLength(5);
  expect(notableLines(websites, { ...look, height: 4 }, noted)).toEqual([]);
});

test('the websites that changed most have bars on one scale; two lines are the least', () => {
  const of = (domain: string, now: number, before: number) => ({ ...needy(domain), now, before });
  const changed = [of('a.example', 1300, 100), of('b.example', 0, 600), of('c.example', 130, 100)];
  expect(text(changedLines(changed, 40, 5, noneShared, 'visitors'))).toEqual([
    '',
    'CHANGED MOST  by visitors',
    'a.example__________________ +1,200   x13',
    'b.example_____                -600 -100%',
    'c.example                      +30  +30%',
  ]);
  expect(changedLines(changed, 40, 4, noneShared, 'visitors')).toHaveLength(4);
  // Within chance: as grey as its change.
  const [, , noise = []] = changedLines([of('d.example', 3693, 3776)], 40, 5, noneShared, 'visitors');
  expect(noise.filter(({ tone }) => tone === 'good' || tone === 'bad')).toEqual([]);
  expect(noise.find(({ text: drawn }) => drawn.includes('_'))?.tone).toBe('dim');
  expect(changedLines(changed, 40, 3, noneShared, 'visitors')).toEqual([]);
  expect(changedLines([], 40, 20, noneShared, 'visitors')).toEqual([]);
});

test('a high pane has more of the pages and the referrers, the same number of each', () => {
  const rows = Array.from({ length: 20 }, (_, index): ComparedRow => ({
    value: `/${index + 1}`,
    count: 100 - index,
    before: undefined,
    mark: { kind: 'change', change: { kind: 'none' } },
  }));
  const tops = (['page', 'referrer'] as const).map(name => ({ name, rows }));
  const shown = (height: number) => {
    const lines = text(paneLines({ ...preview, attention: [], tops }, { width: 66, height }));
    const [pages, referrers] = ['PAGES', 'REFERRERS'].map(title =>
      lines.findIndex(line => line.startsWith(title)),
    );
    return [(referrers ?? 0) - (pages ?? 0) - 2, lines.length - (referrers ?? 0) - 1];
  };
  expect(shown(37)).toEqual([4, 4]);
  expect(shown(47)).toEqual([9, 9]);
});

test('why nothing is compared is said whole: beside its heading, or below it', () => {
  const change = { kind: 'missingDays', missingDays: { side: 'before', days: 0, total: 28 } } as const;
  const said = (width: number) => text(whyLines({ ...preview, change }, width, 2));
  expect(said(50)).toEqual(['WHY  no comparison: 0 of 28 days before have data']);
  expect(said(44)).toEqual(['WHY', 'no comparison: 0 of 28 days before have data']);
  expect(said(30)).toEqual(['WHY', 'no comparison: 0 of 28 days', 'before have data']);
});

test('of days before without data the chart has no legend', () => {
  const before = visitors.before.map(({ day }) => ({ day, count: undefined }));
  const young = { ...preview, visitors: { ...visitors, before, countBefore: undefined } };
  const pane = (of: Preview) => text(paneLines(of, { width: 60, height: 30 })).join('\n');
  expect(pane(preview)).toContain('6 Nov - 12 Nov 2026, 140 visitors');
  expect(pane(young)).not.toContain('6 Nov - 12 Nov 2026');
});

test('a website of which nothing is counted has no visitors, or no data, unless its logs are being read', () => {
  const points = visitors.points.map(({ day }) => ({ day, count: 0 }));
  const before = visitors.before.map(({ day }) => ({ day, count: 0 }));
  const zeros = { ...visitors, points, before, total: 0, count: 0, countBefore: 0 };
  const pane = (change: Partial<Preview>) =>
    text(paneLines({ ...preview, visitors: zeros, ...change }, { width: 60, height: 30 }));
  expect(pane({})).toContain('No visitors in these days or those before.');
  const none = { ...zeros, total: undefined, countBefore: undefined };
  expect(pane({ visitors: none })).toContain('No data in these days or those before.');
  expect(pane({ visitors: none, isReadingLogs: true })).toContain('The logs are being read.');
});
