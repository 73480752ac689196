import { chartParts } from '#components/chartLines.ts';
import type { Part } from '#components/style.ts';
import { weekdayName } from '#model/period/day.ts';
import { describePeriod } from '#model/period/period.ts';
import { change } from '#model/statistics/comparison.ts';
import { counted, groupThousands } from '#model/text/number.ts';
import { changePart } from '#screens/changeParts.ts';
import { seriesChart } from '#screens/seriesChartRows.ts';
import { websiteTitle } from '#screens/websiteTitle.ts';
import type { Preview } from '#store/websites/previewContent.ts';
import { isAscii } from '#terminal/charset.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { attentionSentences } from './attentionSentences.ts';
import { settingsLines, tagsText } from './websiteCells.ts';
import { textWidth } from '#terminal/width.ts';
import { notRead } from './notRead.ts';
import { sentenceLines } from './attentionLines.ts';
import { paneLayout } from './paneLayout.ts';
import { topLines } from './topLines.ts';
import { whyLines } from './whyLines.ts';

export type PaneLine = readonly Part[];

/** The name is among the settings below. */
const noneShared: ReadonlySet<string> = new Set();

/** The pane of a website, line by line: at most so many, each at most so wide. */
export function paneLines(preview: Preview, width: number, height: number): PaneLine[] {
  const reasons = attentionSentences(preview.attention).flatMap(text => sentenceLines(text, width));
  const tags: PaneLine[] = preview.tags.length === 0 ? [] : [[{ text: tagsText(preview.tags), tone: 'dim' }]];
  const layout = paneLayout(height - tags.length, reasons.length);
  const air: PaneLine[] = layout.air === 1 ? [[]] : [];
  const lines = [
    [{ text: websiteTitle(preview.website, noneShared), tone: 'accent' as const, bold: true }],
    numbersLine(preview, width),
    ...todayLines(preview),
    ...air,
    ...chartLines(preview, width, layout.chart),
    ...air,
    ...whyLines(preview, width, layout.sentence),
    ...air,
    ...(reasons.length === 0 ? [] : [...reasons.slice(0, layout.attention), ...air]),
    ...tags,
    ...settingsLines(preview.website).map((text): PaneLine => [{ text, tone: 'dim' }]),
  ];
  return [...lines, ...topLines(preview, width, height - lines.length)].slice(0, height);
}

/** Without room for it the change of the page views is left out. */
function numbersLine({ visitors, pageviews, change: of, error }: Preview, width: number): PaneLine {
  if (visitors === undefined && error !== undefined)
    return [{ text: label`Not read: ${safeText(error.message)}`, tone: 'bad' }];
  const views: Part[] =
    pageviews === undefined
      ? [notRead(3, label` page views`)]
      : [
          { text: safeText(groupThousands(pageviews.total)), bold: true },
          { text: label` ${pageviews.total === 1 ? label`page view` : label`page views`} ` },
          changePart(change(pageviews.count, pageviews.countBefore)),
        ];
  if (visitors === undefined) return [notRead(3, label` visitors   `), ...views];
  const line: PaneLine = [
    { text: safeText(groupThousands(visitors.total)), bold: true },
    { text: label` ${visitors.total === 1 ? label`visitor` : label`visitors`} ` },
    changePart(of),
    { text: label`   ` },
    ...views,
  ];
  const needed = line.reduce((sum, { text }) => sum + textWidth(text), 0);
  return needed <= width || pageviews === undefined ? line : line.slice(0, -1);
}

/** Nothing of today where the period is over and today was not read with it. */
function todayLines({ visitors, usual, today }: Preview): PaneLine[] {
  if (visitors === undefined) return [[notRead(3, label` today`)]];
  if (visitors.today === undefined) return [];
  const soFar: PaneLine = [
    { text: safeText(groupThousands(visitors.today)), bold: true },
    { text: label` today so far`, tone: 'dim' },
  ];
  if (usual === undefined) return [soFar];
  if (usual === 'unread')
    return [[...soFar, { text: label`, `, tone: 'dim' }, notRead(3, label` usual by now`)]];
  const count = safeText(groupThousands(usual.count));
  const beside =
    usual.by === 'now'
      ? label`, ${count} usual by now`
      : label`; a usual ${safeText(weekdayName(today))} has ${count}`;
  return [[...soFar, { text: beside, tone: 'dim' }]];
}

/** The period with the one before over it, and what the dots are. */
function chartLines({ visitors, today, compared }: Preview, width: number, height: number): PaneLine[] {
  if (height === 0) return [];
  if (visitors === undefined)
    return Array.from({ length: height }, (_, row): PaneLine => (row === height - 1 ? [notRead(width)] : []));
  const { points, before } = visitors;
  if ([...points, ...before].every(({ count }) => count === 0))
    return [[{ text: label`No visitors in these days or those before.`, tone: 'dim' }]];
  const hasLegend = compared !== undefined && before.length > 0 && height > 5;
  const size = { width, height: hasLegend ? height - 1 : height };
  const rows = seriesChart(points, before, today, size).rows.map(chartParts);
  if (!hasLegend) return rows;
  const dots = isAscii() ? label`oo` : label`⠂⠂`;
  const days = safeText(describePeriod(compared.before));
  return [
    ...rows,
    [
      { text: dots, tone: 'chartBefore' },
      { text: label` ${days}, ${safeText(counted(visitors.countBefore ?? 0, 'visitors'))}`, tone: 'dim' },
    ],
  ];
}
