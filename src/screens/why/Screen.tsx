import { memo } from 'react';
import { Line } from '#components/Line.tsx';
import { Message } from '#components/Message.tsx';
import type { Capabilities } from '#model/service/capabilities.ts';
import type { WhyFacts } from '#model/why/whyFacts.ts';
import type { WhyPeriods } from '#model/why/whyPlan.ts';
import { whySentences } from '#model/why/whySentence.ts';
import { LastSeen } from '#screens/LastSeen.tsx';
import { SeriesChart } from '#screens/SeriesChart.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { bodyRows, hasSpacing } from '#store/core/viewport.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { cursorPlace, openedGroup, selectedWhyRow, shownLayout } from '#store/statistics/why.ts';
import type { WhyRead } from '#store/statistics/whyRead.ts';
import { shownWhy } from '#store/statistics/whyShown.ts';
import { shownSeries } from '#store/statistics/shownSeries.ts';
import { label, type SafeText } from '#terminal/safeText.ts';
import { bandLines, groupsOnScreen, type Bands } from './bandLines.ts';
import { emptiness } from './emptiness.ts';
import { GroupTable } from './GroupTable.tsx';
import { sentenceLines } from './sentenceLines.ts';
import { WhyDays } from './WhyDays.tsx';

/** What explains the change, in words and in groups of days and rows; or one group whole. */
export function WhyScreen(route: RouteOf<'why'>) {
  const state = useAppState(whole => whole);
  const { viewport, capabilities } = state;
  const width = viewport.columns;
  const { read, groups } = shownWhy(state, route);
  const { facts, periods } = read;
  const layout = shownLayout(state);
  const way = facts?.total.change ?? 0;
  const bands: Bands = { groups, layout, cursor: cursorPlace(state), top: state.why.top, way, capabilities };
  const nothing = emptiness(state, route, read);
  const opened = openedGroup(state);
  const isWhole = route.group !== undefined;
  const days = (
    <WhyDays
      day={route.day}
      periods={periods}
      right={progress(read) ?? (isWhole || nothing !== undefined ? undefined : whichGroups(bands))}
      width={width}
    />
  );
  if (nothing !== undefined)
    return (
      <>
        {days}
        <Message {...nothing} width={width} height={bodyRows(viewport) - 1} />
      </>
    );
  if (isWhole)
    return (
      <>
        {days}
        <LastSeen>{opened !== undefined && <GroupTable group={opened} way={way} />}</LastSeen>
      </>
    );
  const air = hasSpacing(viewport) ? <Line parts={[]} width={width} /> : undefined;
  return (
    <>
      {days}
      <LastSeen>
        {air}
        <Sentences {...{ facts, periods, capabilities, width }} height={layout.sentence} />
        {air}
        {layout.chart > 0 && (
          <>
            <SeriesChart
              series={shownSeries(state, route.websiteId, 'visitors')}
              name="visitors"
              isCompared
              today={state.today()}
              cursor={selectedWhyRow(state)?.row.days?.now}
              width={width}
              height={layout.chart}
            />
            {air}
          </>
        )}
        {bandLines(bands).map((parts, line) => (
          <Line key={line} parts={parts} width={width} />
        ))}
      </LastSeen>
    </>
  );
}

const Sentences = memo(function Sentences(props: {
  readonly facts: WhyFacts | undefined;
  readonly periods: WhyPeriods | undefined;
  readonly capabilities: Capabilities;
  readonly width: number;
  readonly height: number;
}) {
  const { facts, periods, capabilities, width, height } = props;
  const sentences =
    facts && periods ? whySentences(facts, periods, capabilities) : ['Reading both sides ...'];
  const lines = sentenceLines(sentences, width - 2, height);
  return Array.from({ length: height }, (_, line) => (
    <Line key={line} parts={[{ text: label` ` }, ...(lines[line] ?? [])]} width={width} />
  ));
});

function progress({ loading, answered, asked }: WhyRead): SafeText | undefined {
  return loading ? label`${answered} of ${asked} read, Esc cancels` : undefined;
}

/** Where not all groups are on screen. */
function whichGroups(bands: Bands): SafeText | undefined {
  const [first, last] = groupsOnScreen(bands);
  const all = bands.groups.length;
  return last - first >= all ? undefined : label`groups ${first + 1}-${last} of ${all}`;
}
