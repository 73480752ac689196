import { Line } from '#components/Line.tsx';
import { insideWidth, Popup } from '#components/Popup.tsx';
import { PopupTitle } from '#components/PopupTitle.tsx';
import { popupPlace } from '#screens/popupPlace.ts';
import { useAppState } from '#screens/useAppState.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';

/** Which service this is and how to connect another one. */
export function ProfilesPopup() {
  const profile = useAppState(state => state.profile);
  const viewport = useAppState(state => state.viewport);
  const inner = Math.min(62, viewport.columns - 4);
  const now: SafeText =
    profile.kind === 'demo'
      ? label`These websites are the demo: made up, kept on this machine, yours to change.`
      : label`Connected to ${safeText(profile.name)}.`;
  const lines = [
    ...wrapSafe(now, inner - 1),
    label``,
    ...wrapSafe(
      label`To connect a service, quit and start Sitedeck with its address and your API key:`,
      inner - 1,
    ),
    label``,
    label`  export SITEDECK_URL=https://stats.example.com`,
    label`  export SITEDECK_API_KEY=...`,
    label`  sitedeck`,
  ];
  const place = popupPlace(viewport, { width: inner + 2, rows: lines.length + 2 });
  const width = insideWidth(place);
  return (
    <Popup place={place}>
      <PopupTitle title={label`Services`} note={label`Esc closes`} width={width} />
      {lines.map((line, index) => (
        <Line key={index} parts={[{ text: label` ${line}` }]} width={width} />
      ))}
      <Line parts={[]} width={width} />
    </Popup>
  );
}
