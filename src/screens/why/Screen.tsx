import { comparedDays, formatWeekday, shortComparison } from '#model/period/format.ts';
import { memo } from 'react';
import { messageRows } from '#components/box/Message.tsx';
import { Line, Lines } from '#components/Line.tsx';
import { WebsiteMessage } from '#screens/WebsiteMessage.tsx';
import { dim, type Part, partsWidth } from '#components/parts.ts';
import { dayParts } from '#model/period/day.ts';
import { type Capabilities, zoneWords } from '#model/service/capabilities.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { shownTotal, type WhyFacts } from '#model/why/facts.ts';
import type { ComparedPeriods } from '#model/comparison/periods.ts';
import { rateChangeText, rateText, shortRateText, type WhyRate } from '#model/why/table.ts';
import { shortCaution, whySentences } from '#model/why/sentence.ts';
import { filterParts, LastSeen, PeriodLine } from '#screens/PeriodLine.tsx';
import { HourTable } from '#screens/statistic/Screen.tsx';
import { HoursChart, MeasureChart, sentenceParts } from '#screens/chart/SeriesChart.tsx';
import { shownNotes } from '#store/kept/notes.ts';
import { useAppState } from '#screens/storeView.ts';
import { bodyRows, hasSpacing } from '#store/display.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { hoursInstead, shownHours, shownSeries } from '#store/queries/series.ts';
import type { WhyRead } from '#queries/why.ts';
import {
  cursorPosition,
  openedGroup,
  seenInWhy,
  selectedWhyRow,
  shownLayout,
  shownWhy,
  isReadingWhy,
} from '#store/views/why.ts';
import { wrapSafe, wrapWithin } from '#text/fit.ts';
import { joinSafe, label, safeText, type SafeText } from '#text/safeText.ts';
import { GroupTable } from './GroupTable.tsx';
import { bandLines, type Bands, groupsOnScreen, missingLine } from './groupLines.ts';
import { emptyMessage } from './index.ts';

/** Of the lines below the message, where nobody came in these days and some did in those before. */
const shareOfBefore = 0.4;
/** Fewer lines of a chart say too little. */
const minHours = 6;
/** Beside the hours in numbers, of one line or of two each. */
const minChart = 12;

/** A narrower terminal has room for the days alone. */
const roomForZone = 60;

const caution = safeText(shortCaution);

/**
 * The sentences in so many lines, the first in bold, and the caution about all of them: the last sentences are left out
 * where there is no room for them, rather than cut.
 * @param sentences foreign text
 */
export function sentenceLines(sentences: readonly string[], width: number, height: number): Part[][] {
  const safe = sentences.map(text => safeText(text, text.length));
  const [first] = safe;
  if (first === undefined) return [];
  for (let kept = safe.length; kept > 0; kept -= 1) {
    const message = joinSafe(safe.slice(0, kept), label` `);
    const lines = wrapSafe(label`${message} ${caution}`, width);
    if (lines.length <= height) return sentenceParts(lines, first.length, message.length + 1);
  }
  // What the days are compared with stands in the line above.
  const short = safeText(first.replace(/ against [^.]+\.$/, '.'), first.length);
  const message = wrapSafe(first, width).length <= height ? first : short;
  return wrapWithin(message, width, height).map(text => [{ text, bold: true }]);
}

function WhyDays(props: {
  readonly day: Day | undefined;
  readonly periods: ComparedPeriods | undefined;
  readonly right: SafeText | undefined;
  readonly width: number;
}) {
  const { day, periods, right, width } = props;
  const state = useAppState(whole => whole);
  const zone = zoneWords(state.timeZone, state.capabilities);
  if (day === undefined) return <PeriodLine width={width} right={right} />;
  const filter = filterParts(state, width - 20);
  const title = label` ${safeText(formatWeekday(day))} ${dayParts(day).year}`;
  const room = width - title.length - partsWidth(filter) - (right?.length ?? 0) - 1;
  const forms = periods === undefined ? [] : [`against ${comparedDays(periods)}`, shortComparison(periods)];
  const against = forms.map(text => label`   ${safeText(text)}`);
  return (
    <Line
      width={width}
      parts={[
        {
          text: title,
          tone: 'accent',
        },
        ...filter,
        dim(against.find(({ length }) => length <= room) ?? against.at(-1) ?? label``),
      ]}
      right={[
        dim(
          width < roomForZone
            ? label`${right ?? label``} `
            : right === undefined
              ? label`${safeText(zone)} `
              : label`${right}   ${safeText(zone)} `,
        ),
      ]}
    />
  );
}

export function WhyScreen(route: RouteOf<'why'>) {
  const state = useAppState(whole => whole);
  const { viewport, capabilities } = state;
  const width = viewport.columns;
  const { read, groups, missing } = shownWhy(state, route);
  const { facts, periods } = read;
  const layout = shownLayout(state);
  const bands: Bands = {
    groups,
    layout,
    cursor: cursorPosition(state),
    top: state.why.top,
    capabilities,
  };
  const nothing = emptyMessage(state, route, read);
  const opened = openedGroup(state);
  const isWhole = route.group !== undefined;
  const days = (
    <WhyDays
      day={route.day}
      periods={periods}
      right={
        progress(read, isReadingWhy(state)) ??
        (isWhole || nothing !== undefined || width < roomForZone ? undefined : whichGroups(bands))
      }
      width={width}
    />
  );
  if (nothing !== undefined) {
    // Of today the hours are read to compare it by them.
    const messageHeight = messageRows({ ...nothing, width }) + 2;
    const left = bodyRows(viewport) - 1 - messageHeight;
    const { total = 0 } = shownSeries(state, route.websiteId, 'visitors').summary ?? {};
    // What has nothing before it is shown all the same.
    const shown =
      facts === undefined ? (read.noComparison === undefined ? 0 : total) : shownTotal(facts).before;
    const ofBefore =
      nothing.isOfZeros === true && shown > 0 && route.day === undefined
        ? Math.floor((left + 2) * shareOfBefore)
        : 0;
    const hours =
      facts === undefined && read.hoursSoFar !== undefined && nothing.isOfZeros !== true && left >= minHours
        ? left
        : 0;
    const beforeRows = ofBefore >= minHours ? ofBefore : 0;
    return (
      <>
        {days}
        <WebsiteMessage
          message={nothing}
          websiteId={route.websiteId}
          width={width}
          height={hours === 0 ? bodyRows(viewport) - 1 - beforeRows : messageHeight}
        />
        {hours > 0 && <DayHours {...{ route, width }} height={hours} />}
        {beforeRows > 0 && (
          <>
            <Line parts={[]} width={width} />
            <MeasureChart websiteId={route.websiteId} name="visitors" width={width} height={beforeRows - 1} />
          </>
        )}
      </>
    );
  }
  const hasHours = hoursInstead(seenInWhy(state, route), 'visitors') !== undefined;
  const chart = (columns: number, height: number) =>
    hasHours ? (
      <DayHours {...{ route, height }} width={columns} />
    ) : (
      <MeasureChart
        websiteId={route.websiteId}
        name="visitors"
        cursor={selectedWhyRow(state)?.row.days?.now ?? route.day}
        width={columns}
        height={height}
      />
    );
  if (isWhole) {
    const { summary } = shownSeries(state, route.websiteId, 'visitors');
    const hasChart = hasHours || (summary?.points.length ?? 0) > 1;
    return (
      <>
        {days}
        <LastSeen>
          {opened !== undefined && (
            <GroupTable group={opened} groups={groups} chart={hasChart ? chart : undefined} />
          )}
        </LastSeen>
      </>
    );
  }
  const spacing = hasSpacing(viewport) ? <Line parts={[]} width={width} /> : undefined;
  return (
    <>
      {days}
      <LastSeen>
        {spacing}
        <Sentences {...{ facts, periods, capabilities, width }} height={layout.sentence} />
        {layout.rates > 0 && <Line parts={ratesParts(read.rates, width - 2)} width={width} />}
        {spacing}
        {layout.chart > 0 && (
          <>
            {chart(width, layout.chart)}
            {spacing}
          </>
        )}
        <Lines lines={bandLines(bands)} width={width} />
        <Lines
          lines={missing.slice(0, layout.missing).map(group => [missingLine(state, group, read)])}
          width={width}
        />
        {layout.below > 0 && (
          <>
            {spacing}
            {chart(width, layout.below)}
          </>
        )}
      </LastSeen>
    </>
  );
}

/** The hours of a day over those of its usual one, as a chart and in numbers. */
function DayHours(props: {
  readonly route: Pick<RouteOf<'why'>, 'websiteId' | 'day'>;
  readonly width: number;
  readonly height: number;
}) {
  const { route, width, height } = props;
  const { websiteId } = route;
  const whole = useAppState(each => each);
  const state = seenInWhy(whole, route);
  const shown = shownHours(state, websiteId, 'visitors_hours');
  const table = [26, 14].find(lines => height - 1 - lines >= minChart);
  const chart = table === undefined ? height : height - 1 - table;
  const counts = shown.slot.data;
  return (
    <>
      <HoursChart
        shown={shown}
        name="visitors_hours"
        notes={shownNotes(state, websiteId)}
        hasParts
        width={width}
        height={chart}
      />
      {counts !== undefined && height > chart && (
        <>
          <Line parts={[]} width={width} />
          <HourTable
            {...{ shown, counts, width }}
            name="visitors_hours"
            hasChanges={shown.day !== state.today()}
            cursor={undefined}
            rows={height - chart - 1}
          />
        </>
      )}
    </>
  );
}

const Sentences = memo(function Sentences(props: {
  readonly facts: WhyFacts | undefined;
  readonly periods: ComparedPeriods | undefined;
  readonly capabilities: Capabilities;
  readonly width: number;
  readonly height: number;
}) {
  const { facts, periods, capabilities, width, height } = props;
  const sentences =
    facts && periods ? whySentences(facts, periods, capabilities) : ['Reading both periods ...'];
  const lines = sentenceLines(sentences, width - 2, height);
  return <Lines lines={lines} before={{ text: label` ` }} height={height} width={width} />;
});

/** What is told of sessions in the longest wording that fits; what chance does not explain comes first, and stands out. */
function ratesParts(rates: readonly WhyRate[], width: number): Part[] {
  const beyond = rates.filter(({ isChance }) => isChance !== true);
  const byChance = rates.filter(({ isChance }) => isChance === true);
  const shortly = (textOf: typeof shortRateText): Part[] => [
    ...beyond.map((rate): Part => ({
      text: label` ${safeText(textOf(rate))} `,
      bold: rate.isChance === false,
    })),
    ...(byChance.length === 0 ? [] : [dim(label` Within chance:`)]),
    ...byChance.map((rate): Part => dim(label` ${safeText(textOf(rate))} `)),
  ];
  const long = rates.map((rate): Part => ({
    text: label` ${safeText(rateText(rate))} `,
    bold: rate.isChance === false,
  }));
  const fitting = [long, shortly(shortRateText)].find(parts => partsWidth(parts) <= width);
  return fitting ?? shortly(rateChangeText);
}

function progress({ answered, asked }: WhyRead, isReading: boolean): SafeText | undefined {
  return isReading ? label`${answered} of ${asked} read` : undefined;
}

function whichGroups(bands: Bands): SafeText | undefined {
  const [first, last] = groupsOnScreen(bands);
  const all = bands.groups.length;
  return last - first >= all ? undefined : label`groups ${first + 1}-${last} of ${all}`;
}
