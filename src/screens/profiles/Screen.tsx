import { Menu } from '#components/Menu.tsx';
import { insideWidth, Popup, PopupTitle, PopupText } from '#components/Popup.tsx';
import type { Part } from '#components/style.ts';
import { fitLines, popupPlace } from '#screens/popupPlace.ts';
import { useAppState } from '#screens/useAppState.ts';
import type { State } from '#store/core/state.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';
import { profileColumns, profileItems, profileRows } from './items.ts';

const shortExplanations: Readonly<Record<State['profile']['kind'], SafeText>> = {
  demo: label`The demo is made up.`,
  logs: label`sitedeck logs add DOMAIN FILE...`,
  service: label`Enter goes on with another one.`,
};

/** The profiles: the current one, and the others to switch to. */
export function ProfilesPopup() {
  const state = useAppState(whole => whole);
  const { viewport, menu } = state;
  const inner = profileColumns(viewport);
  const { list: height, hasTitle } = profileRows(state);
  const top = hasTitle ? 1 : 0;
  const { text, ...style } = explanation(state, inner < 60);
  const wrapped = wrapSafe(text, inner - 2);
  const place = popupPlace(viewport, { width: inner + 2, rows: height + wrapped.length + top + 1 });
  const { spaced, lines } = fitLines(wrapped, place.height - 2 - top - height);
  const width = insideWidth(place);
  return (
    <Popup place={place}>
      {hasTitle && <PopupTitle title={label`Profiles`} width={width} />}
      <Menu
        items={profileItems(state)}
        selected={menu.position.selected}
        top={menu.position.top}
        height={height}
        width={width}
      />
      <PopupText lines={lines} style={style} spaced={spaced} width={width} />
    </Popup>
  );
}

function explanation({ profiles, profile }: State, isShort: boolean): Part {
  if (profiles.problem !== undefined) return { text: safeText(profiles.problem), tone: 'bad' };
  if (isShort) return { text: shortExplanations[profile.kind], tone: 'dim' };
  if (profile.kind === 'demo')
    return {
      text: label`These websites are the demo: made up, kept on this machine, yours to change.`,
      tone: 'dim',
    };
  if (profile.kind === 'logs')
    return { text: label`Logs elsewhere are added with: sitedeck logs add DOMAIN FILE...`, tone: 'dim' };
  return { text: label`Enter goes on with another one. What you see here stays as it is.`, tone: 'dim' };
}
