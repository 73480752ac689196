import { Line } from '#components/Line.tsx';
import type { Part } from '#components/parts.ts';
import { useMade } from '#screens/storeView.ts';
import { wholeSentences } from '#screens/websites/pane.ts';
import type { State } from '#store/state.ts';
import { shownDayWhy } from '#store/views/dayWhy.ts';
import { label, safeText } from '#text/safeText.ts';

/** What explains the day, in so many lines, the last of them of the hour under the cursor. */
export function dayLines(state: State, width: number, height: number): readonly (readonly Part[])[] {
  const why = shownDayWhy(state);
  if (why === undefined || height < 1) return [];
  const lines = (said: readonly string[] | undefined, room: number): readonly (readonly Part[])[] => {
    if (said === undefined) return room < 1 ? [] : [[{ text: label`reading ...`, tone: 'dim' }]];
    return wholeSentences(
      said.map(text => safeText(text)),
      width,
      room,
    ).map(text => [{ text }]);
  };
  const hour = why.hour?.length === 0 ? [] : lines(why.hour, 1);
  const day = lines(why.day, height - hour.length);
  return [...day, ...hour];
}

export function DaySentences({ width, height }: { readonly width: number; readonly height: number }) {
  const lines = useMade(state => dayLines(state, width - 2, height), [width, height]);
  return Array.from({ length: height }, (_, line) => (
    <Line key={line} parts={[{ text: label` ` }, ...(lines[line] ?? [])]} width={width} />
  ));
}
