import { Box } from 'ink';
import { Header } from '#components/Header.tsx';
import { Footer } from '#components/Footer.tsx';
import { Line } from '#components/Line.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { groupThousands } from '#model/text/number.ts';
import type { State } from '#store/core/state.ts';
import { bodyRows, isTooSmall, smallestViewport } from '#store/core/viewport.ts';
import { joinSafe, label, safeText, type SafeText } from '#terminal/safeText.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';
import { detailLine, everyText, footerKeys, logsText, pathTitles, seenText, timeText } from './frameText.ts';
import { CurrentScreen } from './CurrentScreen.tsx';

/** The frame: header, the screen on top of the stack, detail line, footer. Never higher than the terminal. */
export function App() {
  const state = useAppState(whole => whole);
  const { viewport } = state;
  if (isTooSmall(viewport)) return <TooSmall {...viewport} />;
  const width = viewport.columns;
  const body = bodyRows(viewport);
  return (
    // Another theme draws all anew: what is drawn where there are tints is not what is drawn where there are none.
    <Box
      key={state.look.changes}
      width="100%"
      height={viewport.rows}
      flexDirection="column"
      overflow="hidden"
    >
      <Header {...headerOf(state)} width={width} />
      <Box flexDirection="column" height={body} overflow="hidden">
        <CurrentScreen />
      </Box>
      <Detail state={state} width={width} />
      <CurrentScreen overlay />
    </Box>
  );
}

/** The detail line and the footer; a notice that is longer than a line takes both, until the next key. */
function Detail({ state, width }: { readonly state: State; readonly width: number }) {
  const detail = detailLine(state);
  const lines = state.notices.current === undefined ? [] : wrapSafe(detail.text, width - 2);
  const [first = detail.text, ...others] = lines;
  const rest = joinSafe(others, label` `);
  return (
    <>
      <Line parts={[{ text: label` ` }, { ...detail, text: first }]} width={width} />
      {rest === '' ? (
        <Footer {...footerKeys(state)} width={width} />
      ) : (
        <Line parts={[{ text: label` ` }, { ...detail, text: rest }]} width={width} />
      )}
    </>
  );
}

function headerOf(state: State) {
  const { profile, activity, timeZone } = state;
  const { lastAnswer, pausedUntil } = activity;
  return {
    path: pathTitles(state),
    profile: safeText(profile.name),
    isDemo: profile.kind === 'demo',
    isReadOnly: profile.readOnly,
    isUnchecked: profile.unchecked === true,
    requests: activity.inFlight + activity.queued - activity.background,
    progress: progressOf(state),
    waiting: pausedUntil === undefined ? undefined : label`waiting until ${timeText(pausedUntil, timeZone)}`,
    every: everyText(state),
    logs: logsText(state),
    seen: seenText(state),
    lastAnswer: lastAnswer === undefined ? undefined : timeText(lastAnswer, timeZone),
  };
}

/** The progress of reading the numbers of all websites; undefined when that is over. */
function progressOf({ overview, activity, navigation }: State): SafeText | undefined {
  const { read, of, isReading } = overview.progress;
  if (!isReading || navigation.view.screen !== 'websites') return undefined;
  const text = `${groupThousands(read)} of ${groupThousands(of)} read`;
  return safeText(activity.isHeldBack ? `${text}, waiting` : text);
}

function TooSmall({ columns, rows }: { readonly columns: number; readonly rows: number }) {
  return (
    <Box width="100%" height={rows} overflow="hidden">
      <Line parts={[{ text: neededSize(columns, rows) }]} width={columns} />
    </Box>
  );
}

/** The size needed, in the longest wording that fits. */
function neededSize(columns: number, rows: number): SafeText {
  const needed = label`${smallestViewport.columns}x${smallestViewport.rows}`;
  const short = label`Needs ${needed}, q quits`;
  const whole = label`Sitedeck needs ${needed}, this is ${columns}x${rows}. q quits.`;
  return [whole, short].find(words => words.length <= columns) ?? needed;
}
