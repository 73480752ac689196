import type { ReactNode } from 'react';
import { Dimmed, Line } from '#components/Line.tsx';
import { dim, type Part, partsWidth } from '#components/parts.ts';
import { missingDaysText, noDataToday } from '#model/comparison/change.ts';
import {
  hoursSoFarWords,
  comparisonWords,
  describeShown,
  formatDayShort,
  noUsualDayWords,
  shortComparison,
} from '#model/period/format.ts';
import { daysIn, zoneWords } from '#model/service/capabilities.ts';
import type { Filter } from '#model/service/filter.ts';
import { conditionLabel } from '#model/service/filterText.ts';
import { describeChoice } from '#model/period/period.ts';
import { missingDaysOfRows } from '#queries/rows/rows.ts';
import { statisticOf } from '#store/queries/rows.ts';
import { isOutage } from '#store/reading/refreshing.ts';
import { asOf } from '#store/reading/lastSeen.ts';
import { comparedSoFar, hasNoDataToday } from '#store/queries/series.ts';
import { knownOf, shownDays, shownPeriod, websiteDays } from '#store/queries/question.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { filterBegins } from '#store/filter.ts';
import type { State } from '#store/state.ts';
import { textWidth } from '#text/characters.ts';
import { cutMiddle } from '#text/fit.ts';
import { counted } from '#text/words.ts';
import { joinSafe, label, safeText, type SafeText } from '#text/safeText.ts';
import { useAppState, useMade } from './storeView.ts';
import { websiteIdOf } from '#store/navigation/route.ts';

/** Numbers of the view on screen: dim as long as the header, or the box of an outage, says since when they stand. */
export function LastSeen({ children }: { readonly children: ReactNode }) {
  const isKept = useAppState(state => asOf(state) !== undefined || isOutage(state));
  return <Dimmed on={isKept}>{children}</Dimmed>;
}

export function PeriodLine(props: {
  readonly width: number;
  /** The view compares nothing, whatever the others do. */
  readonly isAlone?: boolean;
  readonly right?: SafeText | undefined;
}) {
  const { width, isAlone = false, right } = props;
  const made = useMade(state => lineParts(state, width, isAlone, right), [width, isAlone, right]);
  return <Line width={width} {...made} />;
}

function lineParts(
  state: State,
  width: number,
  isAlone: boolean,
  right: SafeText | undefined,
): { readonly parts: readonly Part[]; readonly right: readonly Part[] } {
  const { choice } = state.period;
  const dates = describeShown(shownPeriod(state));
  const title = choice.kind === 'preset' ? describeChoice(choice) : dates;
  const dated = title === dates ? [] : [dates];
  const compared = isAlone ? [] : comparisonTexts(state);
  const own = right === undefined ? label`` : label`${right} `;
  const before = own === '' ? own : label`${own}  `;
  const { countsIn } = state.capabilities;
  const zone = label`${safeText(zoneWords(state.timeZone, state.capabilities))} `;
  const long = compared.slice(0, 1);
  const short = compared.slice(-1);
  // Without room for all parts, the filter stays, then the comparison; a part is left out as a whole.
  const filter = filterParts(state, width - title.length - 1);
  const withZone = [
    { facts: [...dated, ...long], own: before, zone },
    { facts: long, own: before, zone },
    { facts: short, own: before, zone },
  ];
  // That the days are others than the profile's is said before what else stands on the right.
  const shortZone = countsIn === undefined ? label`` : label`${safeText(daysIn(countsIn))} `;
  const ofService =
    countsIn === undefined
      ? []
      : [
          { facts: short, own: before, zone: shortZone },
          { facts: short, own: label``, zone: shortZone },
          { facts: [], own: label``, zone: shortZone },
        ];
  const ways = [
    ...withZone,
    ...ofService,
    { facts: short, own, zone: label`` },
    { facts: [], own, zone: label`` },
  ];
  const lengthOf = ({ facts, own, zone }: (typeof ways)[number]) => {
    const right = textWidth(own) + textWidth(zone);
    return facts.reduce((sum, text) => sum + gap + text.length, 0) + (right === 0 ? 0 : right + 2);
  };
  const room = width - title.length - 1 - partsWidth(filter);
  const way = ways.find(each => lengthOf(each) <= room);
  return {
    parts: [
      { text: label` ${safeText(title)}`, tone: 'accent' },
      ...filter,
      ...(way?.facts ?? []).map((text): Part => dim(label`   ${safeText(text)}`)),
    ],
    right:
      countsIn === undefined
        ? [dim(label`${way?.own ?? label``}${way?.zone ?? label``}`)]
        : [dim(way?.own ?? label``), { text: way?.zone ?? label``, tone: 'warn' }],
  };
}

/** Fewer columns of a condition say nothing. */
const minCondition = 14;

/** The conditions of the filter with a gap before them; without room for all, the first and how many others there are, else how many. */
export function filterParts(state: State, width: number): readonly Part[] {
  const parts = conditionParts(state.filter.where, width);
  return [...parts, ...beginsParts(filterBegins(state), width - partsWidth(parts))];
}

export function conditionParts(where: Filter, width: number): readonly Part[] {
  const [first, ...others] = where.map(conditionLabel);
  if (first === undefined) return [];
  const all = joinSafe([first, ...others], label`, `);
  const room = Math.max(0, width - gap - 2);
  const more = others.length === 0 ? label`` : label` +${others.length}`;
  const left = room - textWidth(more);
  const cut =
    left < Math.min(minCondition, textWidth(first))
      ? safeText(counted(where.length, 'filters'))
      : label`${cutMiddle(first, left)}${more}`;
  const text = textWidth(all) <= room ? all : cut;
  return [{ text: label`  ` }, { text: label` ${text} `, tone: 'sources', on: 'sourcesBar', bold: true }];
}

/** Of earlier days there is no detail that a filter could count. */
function beginsParts(begins: Day | undefined, room: number): readonly Part[] {
  if (begins === undefined) return [];
  const text = label` counted from ${safeText(formatDayShort(begins))} on`;
  return textWidth(text) <= room ? [{ text, tone: 'warn' }] : [];
}

const gap = 3;

/** What the view is compared with, and the same in short. */
export function comparisonTexts(state: State): string[] {
  const { view } = state.navigation;
  const websiteId = websiteIdOf(view);
  const days = websiteId === undefined ? shownDays(state) : websiteDays(state, websiteId);
  const { compared, single, usual, usualOf, today } = days;
  if (state.comparison.baseline === undefined) return [];
  const missingDays =
    websiteId === undefined
      ? undefined
      : missingDaysOfRows(statisticOf(state, websiteId, 'visitors'), knownOf(state));
  if (missingDays !== undefined) return [missingDaysText(missingDays), 'no comparison'];
  if (compared !== undefined) return [comparisonWords(compared), shortComparison(compared)];
  if (usual === 'none' && usualOf !== undefined)
    return [`not compared: ${noUsualDayWords(usualOf)}`, 'not compared'];
  if (single !== today) return [];
  if (websiteId !== undefined && hasNoDataToday(state, websiteId)) return [noDataToday];
  if (view.screen === 'history') return ['so far, compared with nothing', 'so far'];
  const rows = view.screen === 'statistic' ? statisticOf(state, view.websiteId, view.name).days : undefined;
  if (rows?.rows.until !== undefined && rows.compared !== undefined)
    return [hoursSoFarWords(rows.rows.until, rows.compared), shortComparison(rows.compared)];
  const now = websiteId === undefined ? undefined : comparedSoFar(state, websiteId);
  return now === undefined
    ? ['not compared: today is not over', 'not compared']
    : [hoursSoFarWords(now.hours, now.compared), shortComparison(now.compared)];
}
