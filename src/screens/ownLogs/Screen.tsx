import { Line } from '#components/Line.tsx';
import { Menu } from '#components/Menu.tsx';
import { insideWidth, Popup, PopupField, PopupText, PopupTitle } from '#components/Popup.tsx';
import type { Part } from '#components/style.ts';
import { fitLines, popupPlace } from '#screens/popupPlace.ts';
import { useAppState } from '#screens/useAppState.ts';
import type { State } from '#store/core/state.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';
import { placeRows } from './index.ts';

/** The access logs that were found on this machine, and the website they are to be counted for. */
export function OwnLogsPopup() {
  const state = useAppState(whole => whole);
  const { viewport, menu, logs } = state;
  const inner = Math.min(70, viewport.columns - 4);
  const height = placeRows(state);
  const { text, ...style } = explanation(state);
  const wrapped = wrapSafe(text, inner - 2);
  const place = popupPlace(viewport, { width: inner + 2, rows: height + wrapped.length + 3 });
  const width = insideWidth(place);
  const { spaced, lines } = fitLines(wrapped, place.height - 4 - height);
  const { places = [] } = logs;
  const guess = places[menu.position.selected]?.domain ?? '';
  return (
    <Popup place={place}>
      <PopupTitle title={label`Read my access logs`} width={width} />
      <PopupField
        place={place}
        row={1}
        text={logs.domain}
        placeholder={guess === '' ? label`website, such as shop.example.com` : safeText(guess, 60)}
        isTaken={logs.domain.value !== ''}
      />
      {places.length === 0 ? (
        <Line
          parts={[{ text: logs.places ? label`   None found` : label`   Looking for logs ...`, tone: 'dim' }]}
          width={width}
        />
      ) : (
        <Menu
          items={places.map(({ pattern, server }) => ({
            title: safeText(pattern, 200),
            note: safeText(server),
          }))}
          selected={menu.position.selected}
          top={menu.position.top}
          height={height}
          width={width}
        />
      )}
      <PopupText lines={lines} style={style} spaced={spaced} width={width} />
    </Popup>
  );
}

function explanation({ logs }: State): Part {
  if (logs.problem !== undefined) return { text: safeText(logs.problem), tone: 'bad' };
  if (logs.isAdding) return { text: label`Adding them ...`, tone: 'accent' };
  return {
    text: label`Type the website, choose its log. Others, in the shell: sitedeck logs add DOMAIN FILE...`,
    tone: 'dim',
  };
}
