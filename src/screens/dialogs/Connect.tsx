import { keyOf } from '#text/words.ts';
import { Fragment } from 'react';
import { Button, Field, TextField } from '#components/box/Field.tsx';
import { fieldEdges } from '#components/box/frame.ts';
import { Line, Lines } from '#components/Line.tsx';
import { insideWidth, Popup } from '#components/box/Popup.tsx';
import { dim, type Part } from '#components/parts.ts';
import { boxColumns, popupPlace } from '#screens/layout.ts';
import { useAppState } from '#screens/storeView.ts';
import type { ConnectField, ConnectForm } from '#store/profile/profiles.ts';
import { bodyRows, type Viewport } from '#store/display.ts';
import { spaces } from '#text/fit.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { connectLayout, type ConnectLines, connectStepParts, titleColumns } from './connectLayout.ts';

/** On a large screen half of it: beside a narrower box more rows of the list would be blank. */
const widestOf = ({ columns }: Viewport) => Math.max(72, Math.floor(columns / 2));

const titles: Readonly<Record<ConnectField, SafeText>> = {
  url: label`Address`,
  user: label`User`,
  key: label`API key`,
  name: label`Name`,
};
const placeholders: Readonly<Record<ConnectField, SafeText>> = {
  url: label`https://stats.example.com`,
  user: label`empty, if you have an API key`,
  key: label`paste it, not shown`,
  name: label`a name for it; by default from its address`,
};

function isPassword({ fields, values }: ConnectForm): boolean {
  return fields.includes('user') && values.user.value.trim() !== '';
}

export function ConnectPopup() {
  const form = useAppState(state => state.profiles.form);
  const name = useAppState(state => state.profile.name);
  const keepsView = useAppState(state => state.websites.list.data !== undefined);
  const viewport = useAppState(state => state.viewport);
  if (form === undefined) return null;
  const inner = boxColumns(viewport, widestOf(viewport)) - 2;
  const layout = connectLayout(
    form,
    { width: inner, rows: bodyRows(viewport) - 2, hasTints: hasTints() },
    linesOf(form, keepsView),
  );
  const place = popupPlace(viewport, { width: inner + 2, rows: layout.rows });
  const width = insideWidth(place);
  const look = layout.boxed ? 'frame' : hasTints() ? 'plate' : 'line';
  const edges = fieldEdges[look];
  // Below the text in it.
  const inPlate = look === 'plate' && layout.indent === titleColumns ? 1 : 0;
  const valueWidth = width - titleColumns - 1;
  return (
    <Popup place={place} title={titleOf(form, name, layout.status.length > 0)}>
      {layout.isSpaced && <Line parts={[]} width={width} />}
      {layout.placed.map(({ field, row, below }) => {
        if (field === 'save')
          return (
            <Button
              key={field}
              title={label`Test and save`}
              focused={form.focused === 'save'}
              indent={titleColumns}
              width={width}
            />
          );
        const isFocused = field === form.focused && !form.testing;
        return (
          <Fragment key={field}>
            <Field
              title={field === 'key' && isPassword(form) ? label`Password` : titles[field]}
              focused={isFocused}
              isWrong={field === form.wrong}
              look={look}
              indent={titleColumns}
              valueWidth={valueWidth}
              height={1}
            >
              <TextField
                text={form.values[field]}
                width={valueWidth - edges.columns}
                focused={isFocused}
                masked={field === 'key'}
                placeholder={field === 'key' && isPassword(form) ? label`not shown` : placeholders[field]}
                at={{
                  x: place.left + 1 + titleColumns + edges.columns / 2,
                  y: place.top + 1 + row + edges.rows / 2,
                }}
              />
            </Field>
            <Lines
              lines={below.map(part => [part])}
              before={{ text: spaces(layout.indent + inPlate) }}
              width={width}
            />
          </Fragment>
        );
      })}
      <Lines lines={[]} height={layout.blank} width={width} />
      {layout.hasSteps && (
        <Line
          parts={[
            { text: spaces(titleColumns) },
            ...connectStepParts(form.progress ?? {}, form.found?.credential),
          ]}
          width={width}
        />
      )}
      <Lines
        lines={layout.status.map(text => [{ ...statusOf(form, keepsView), text }])}
        before={{ text: label` ` }}
        width={width}
      />
    </Popup>
  );
}

function titleOf({ fields, isRefused }: ConnectForm, name: string, hasStatus: boolean): SafeText {
  if (fields.includes('url')) return label`Connect a service`;
  if (fields.includes('user')) return label`Sign in again to ${safeText(name, 60)}`;
  return isRefused === true && !hasStatus
    ? label`Key not accepted: a new one for ${safeText(name, 60)}`
    : label`A new key for ${safeText(name, 60)}`;
}

function linesOf(form: ConnectForm, keepsView: boolean): ConnectLines {
  return {
    status: statusOf(form, keepsView).text,
    problem: form.problem === undefined ? undefined : safeText(form.problem),
    message: form.serviceMessage === undefined ? undefined : label`It says: ${safeText(form.serviceMessage)}`,
    noteOf: field => noteOf(field, form),
  };
}

function noteOf(field: ConnectField, form: ConnectForm): Part | undefined {
  const { found, progress } = form;
  const service = safeText(found?.name, 40);
  switch (field) {
    case 'url':
      if (found?.credential === 'nothing')
        return { text: label`${service} shows this one website, and nothing can be changed.`, tone: 'good' };
      if (found !== undefined) return { text: label`${service} answers.`, tone: 'good' };
      return progress?.at === 'url' && progress.isFailed !== true
        ? { text: label`Looking for a service there, for up to 15 s ...`, tone: 'accent' }
        : dim(label`as in your browser; a share link will do too`);
    case 'user':
      return dim(label`as you sign in to ${service}`);
    case 'key':
      if (isPassword(form)) return dim(label`Not saved: only the key that ${service} gives for it is.`);
      return dim(
        found === undefined ? label`it is in the settings of the service` : safeText(found.whereKey),
      );
    case 'name':
      return dim(label`what ${keyOf('profiles')} and --profile call it`);
    default:
      return field satisfies never;
  }
}

function statusOf({ testing, fields, found, isRefused }: ConnectForm, keepsView: boolean): Part {
  if (testing) return { text: label`Asking the service ...`, tone: 'accent' };
  if (fields.includes('url'))
    return dim(label`It is tested before it is saved, in a file that only you can read.`);
  if (isRefused !== true) return dim(label`The current key stays until the service accepts another.`);
  const rest = keepsView ? label`What is on screen stays.` : label`Esc: not now.`;
  if (fields.includes('user'))
    return dim(label`${safeText(found?.name, 40)} wants you to sign in again. ${rest}`);
  return dim(label`The service does not accept the key it was given. ${rest}`);
}
