import { FieldTitle } from '#components/Field.tsx';
import { Line, SideBySide } from '#components/Line.tsx';
import { insideWidth, Popup, PopupTitle, PopupText } from '#components/Popup.tsx';
import { TextField } from '#components/TextField.tsx';
import type { Part } from '#components/style.ts';
import { fitLines, popupPlace } from '#screens/popupPlace.ts';
import { useAppState } from '#screens/useAppState.ts';
import type { ConnectField, ConnectForm } from '#store/profiles/profiles.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';

const titleWidth = 12;

const titles: Readonly<Record<ConnectField, SafeText>> = {
  url: label`Address`,
  key: label`API key`,
  name: label`Name`,
};
const placeholders: Readonly<Record<ConnectField, SafeText>> = {
  url: label`https://example.com`,
  key: label`paste it, not shown`,
  name: label`as the address says`,
};

/** A service's address and key, tested before they are kept; or only a new key. */
export function ConnectPopup() {
  const form = useAppState(state => state.profiles.form);
  const name = useAppState(state => state.profile.name);
  const viewport = useAppState(state => state.viewport);
  if (form === undefined) return null;
  const inner = Math.min(70, viewport.columns - 4);
  const { text, ...style } = status(form, inner < 60);
  const wrapped = wrapSafe(text, inner - 2);
  const place = popupPlace(viewport, { width: inner + 2, rows: form.fields.length + wrapped.length + 2 });
  const width = insideWidth(place);
  // A message that has no room replaces the title: the footer names the action.
  const hasTitle = wrapped.length <= place.height - 3 - form.fields.length;
  const { spaced, lines } = fitLines(wrapped, place.height - (hasTitle ? 3 : 2) - form.fields.length);
  const title = form.fields.includes('url')
    ? label`Connect a service`
    : label`A new key for ${safeText(name, 60)}`;
  return (
    <Popup place={place}>
      {hasTitle && <PopupTitle title={title} width={width} />}
      {form.fields.map((field, row) => {
        const isFocused = field === form.focused && !form.testing;
        return (
          <SideBySide key={field}>
            <FieldTitle title={titles[field]} focused={isFocused} width={titleWidth} />
            <TextField
              text={form.values[field]}
              width={width - titleWidth - 1}
              focused={isFocused}
              masked={field === 'key'}
              placeholder={placeholders[field]}
              at={{ x: place.left + 1 + titleWidth, y: place.top + (hasTitle ? 2 : 1) + row }}
            />
            <Line parts={[]} width={1} />
          </SideBySide>
        );
      })}
      <PopupText lines={lines} style={style} spaced={spaced} width={width} />
    </Popup>
  );
}

function status({ testing, problem, fields }: ConnectForm, isShort: boolean): Part {
  if (testing) return { text: label`Asking the service ...`, tone: 'accent' };
  if (problem !== undefined) return { text: safeText(problem), tone: 'bad' };
  if (isShort && fields.includes('url'))
    return { text: label`It is tested before it is saved.`, tone: 'dim' };
  return fields.includes('url')
    ? { text: label`It is tested before it is saved, in a file that only you can read.`, tone: 'dim' }
    : {
        text: label`The service does not accept the key it was given. What is on screen stays.`,
        tone: 'dim',
      };
}
