import { Line } from '#components/Line.tsx';
import { Menu, type MenuItem } from '#components/Menu.tsx';
import { insideWidth, Popup, PopupTitle, PopupField } from '#components/Popup.tsx';
import type { Part } from '#components/style.ts';
import { describePeriod, presets, resolvePeriod } from '#model/period/period.ts';
import { popupPlace } from '#screens/popupPlace.ts';
import { useAppState } from '#screens/useAppState.ts';
import type { State } from '#store/core/state.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';
import { linesAbove, presetRows, readingRows, typedPeriod } from './periodMenu.ts';

/** The period: a preset, or a range as it is typed, with the dates it comes to. */
export function PeriodPopup() {
  const state = useAppState(whole => whole);
  const { menu, viewport, period } = state;
  const height = presetRows(viewport);
  const place = popupPlace(viewport, { width: 60, rows: height + linesAbove(viewport) });
  const width = insideWidth(place);
  const today = state.today();
  const reading = readAs(state);
  const isTyped = menu.text.value.trim() !== '';
  const readingLines = wrapSafe(reading.text, width - 4);
  // What is typed matters more than the presets, which give way to a long answer.
  const rows = readingRows(viewport) + height;
  const readingHeight = Math.max(readingRows(viewport), Math.min(readingLines.length, rows));
  const items: MenuItem[] = presets.map(({ name, title }) => ({
    title: safeText(title),
    note: safeText(describePeriod(resolvePeriod({ kind: 'preset', preset: name }, today))),
    isChosen: period.choice.kind === 'preset' && period.choice.preset === name,
  }));
  items.push({
    title: label`All days`,
    note: label`since the first with visitors`,
    isChosen: false,
  });
  return (
    <Popup place={place}>
      <PopupTitle title={label`Period`} note={safeText(state.timeZone)} width={width} />
      <PopupField
        place={place}
        row={1}
        text={menu.text}
        placeholder={label`30d, 2026-03, 1 mar - 15 apr ...`}
        isTaken={isTyped}
      />
      {Array.from({ length: readingHeight }, (_, line) => (
        <Line
          key={line}
          parts={[{ text: label`   ` }, { ...reading, text: readingLines[line] ?? label`` }]}
          width={width}
        />
      ))}
      <Menu
        items={items}
        selected={isTyped ? -1 : menu.position.selected}
        top={menu.position.top}
        height={rows - readingHeight}
        width={width}
      />
    </Popup>
  );
}

/** How the typed text reads, or what is wrong with it. */
function readAs(state: State): Part {
  const typed = typedPeriod(state);
  if (typed === undefined) return { text: label`Type a range, or choose one.`, tone: 'dim' };
  if (typed === 'all')
    return { text: label`All days since the first with visitors, ten years at most.`, tone: 'good' };
  if ('error' in typed) return { text: safeText(typed.error), tone: 'bad' };
  const { from, to } = typed.period;
  return { text: safeText(`${from} to ${to}, ${describePeriod(typed.period)}`), tone: 'good' };
}
