import { Fragment } from 'react';
import { Button, Field } from '#components/Field.tsx';
import { Line } from '#components/Line.tsx';
import { insideWidth, Popup, PopupTitle, PopupText } from '#components/Popup.tsx';
import { TextField } from '#components/TextField.tsx';
import type { Part } from '#components/style.ts';
import { connectStepParts } from '#screens/connectStepParts.ts';
import { fitLines, popupPlace } from '#screens/popupPlace.ts';
import { useAppState } from '#screens/useAppState.ts';
import type { ConnectField, ConnectForm } from '#store/profiles/connectForm.ts';
import { bodyRows } from '#store/core/viewport.ts';
import { spaces } from '#terminal/fit.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';

const titleWidth = 12;
/** A box has its value, and a frame and a blank around it. */
const boxedRows = 3;
const boxEdge = 2;
/** Title, error, button, a blank line and what the form is for. */
const roomBelow = 8;

const titles: Readonly<Record<ConnectField, SafeText>> = {
  url: label`Address`,
  user: label`User`,
  key: label`API key`,
  name: label`Name`,
};
const placeholders: Readonly<Record<ConnectField, SafeText>> = {
  url: label`https://example.com`,
  user: label`empty, if you have an API key`,
  key: label`paste it, not shown`,
  name: label`as the address says`,
};

function titleOfField(field: ConnectField, { fields, values }: ConnectForm): SafeText {
  const isPassword = field === 'key' && fields.includes('user') && values.user.value.trim() !== '';
  return isPassword ? label`Password` : titles[field];
}

/** A service's address and key, tested before they are kept; or only a new key. */
export function ConnectPopup() {
  const form = useAppState(state => state.profiles.form);
  const name = useAppState(state => state.profile.name);
  const keepsView = useAppState(state => state.websites.list.data !== undefined);
  const viewport = useAppState(state => state.viewport);
  if (form === undefined) return null;
  const inner = Math.min(70, viewport.columns - 4);
  const { fields, focused } = form;
  const room = bodyRows(viewport) - 2;
  // In boxes an error stands below its field; without them there is one place for all that is said.
  const boxed = fields.length * boxedRows + roomBelow <= room;
  const wrong = boxed && form.problem !== undefined ? form.wrong : undefined;
  const said = wrong === undefined ? form : { ...form, problem: undefined };
  const { text, ...style } = status(said, { isShort: inner < 60, keepsView });
  const wrapped = wrapSafe(text, inner - 2);
  const error = wrong === undefined ? [] : wrapSafe(safeText(form.problem), inner - titleWidth - 1);
  const taken = fields.length * (boxed ? boxedRows : 1) + error.length;
  // A message that has no room takes the place of the title and of the button that has no focus: the footer says both.
  const hasTitle = wrapped.length + taken + 1 <= room;
  const hasButton = focused === 'save' || wrapped.length + taken + (hasTitle ? 2 : 1) <= room;
  const needed = taken + (hasTitle ? 1 : 0) + (hasButton ? 1 : 0);
  // The steps come last: where there is no room for them and the message, the message says as much.
  const steps =
    form.progress !== undefined && wrapped.length + needed + 2 <= room
      ? connectStepParts(form.progress, form.found?.asks)
      : undefined;
  const others = needed + (steps === undefined ? 0 : 2);
  const place = popupPlace(viewport, { width: inner + 2, rows: others + wrapped.length + 1 });
  const width = insideWidth(place);
  const { spaced, lines } = fitLines(wrapped, place.height - 2 - others);
  const rowOf = (field: ConnectField) => {
    const index = fields.indexOf(field);
    const above = wrong !== undefined && fields.indexOf(wrong) < index ? error.length : 0;
    return place.top + (hasTitle ? 2 : 1) + index * (boxed ? boxedRows : 1) + above;
  };
  return (
    <Popup place={place}>
      {hasTitle && <PopupTitle title={titleOf(form, name)} width={width} />}
      {fields.map(field => {
        const isFocused = field === focused && !form.testing;
        const indent = titleWidth + (boxed ? boxEdge : 0);
        return (
          <Fragment key={field}>
            <Field
              title={titleOfField(field, form)}
              focused={isFocused}
              isWrong={field === wrong}
              indent={titleWidth}
              height={1}
              boxWidth={boxed ? width - titleWidth - 1 : undefined}
              beside={[]}
              besideWidth={1}
            >
              <TextField
                text={form.values[field]}
                width={width - indent - 1 - (boxed ? boxEdge : 0)}
                focused={isFocused}
                masked={field === 'key'}
                placeholder={placeholders[field]}
                at={{ x: place.left + 1 + indent, y: rowOf(field) + (boxed ? 1 : 0) }}
              />
              {!boxed && <Line parts={[]} width={1} />}
            </Field>
            {field === wrong &&
              error.map((line, row) => (
                <Line
                  key={row}
                  parts={[{ text: spaces(titleWidth) }, { text: line, tone: 'bad' }]}
                  width={width}
                />
              ))}
          </Fragment>
        );
      })}
      {hasButton && (
        <Button title={label`Save`} focused={focused === 'save'} indent={titleWidth} width={width} />
      )}
      {steps !== undefined && (
        <>
          <Line parts={[]} width={width} />
          <Line parts={[{ text: spaces(titleWidth) }, ...steps]} width={width} />
        </>
      )}
      <PopupText lines={lines} style={style} spaced={spaced} width={width} />
    </Popup>
  );
}

function titleOf({ fields }: ConnectForm, name: string): SafeText {
  if (fields.includes('url')) return label`Connect a service`;
  return fields.includes('user')
    ? label`Sign in again to ${safeText(name, 60)}`
    : label`A new key for ${safeText(name, 60)}`;
}

function status(
  { testing, problem, fields, found }: ConnectForm,
  { isShort, keepsView }: { readonly isShort: boolean; readonly keepsView: boolean },
): Part {
  if (testing) return { text: label`Asking the service ...`, tone: 'accent' };
  if (problem !== undefined) return { text: safeText(problem), tone: 'bad' };
  const isNew = fields.includes('url');
  const service = safeText(found?.name, 40);
  const tested = isShort
    ? label`It is tested before it is saved.`
    : label`It is tested before it is saved, in a file that only you can read.`;
  if (isNew && found === undefined) return { text: tested, tone: 'dim' };
  if (isNew && found?.asks === 'nothing')
    return {
      text: label`${service} shows this one website, and nothing can be changed. ${tested}`,
      tone: 'dim',
    };
  if (isNew) return { text: label`${service} answers. ${tested}`, tone: 'dim' };
  const rest = keepsView ? label`What is on screen stays.` : label`Esc: not now.`;
  if (fields.includes('user'))
    return { text: label`${service} wants you to sign in again. ${rest}`, tone: 'dim' };
  return { text: label`The service does not accept the key it was given. ${rest}`, tone: 'dim' };
}
