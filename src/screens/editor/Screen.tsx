import { Fragment } from 'react';
import { Field, fieldIndent } from '#components/Field.tsx';
import { Line } from '#components/Line.tsx';
import { Message } from '#components/Message.tsx';
import type { Part } from '#components/style.ts';
import { unreadMessage, unreadWebsite } from '#screens/failure.ts';
import { useAppState } from '#screens/useAppState.ts';
import { hasChanges, isChanged, type EditorSession } from '#store/editorSession.ts';
import { bodyRows } from '#store/viewport.ts';
import { cutEnd, spaces } from '#terminal/fit.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import { fieldHint, fieldTitle } from './fieldText.ts';
import { FieldValue } from './FieldValue.tsx';
import { isLocked } from './locked.ts';
import { placeFields } from './layout.ts';

/** Rows of the form before its first field, the header counted. */
const rowsAbove = 3;

/** Adding and editing share a form. */
export function EditorScreen() {
  const { session, source } = useAppState(state => state.editor);
  const viewport = useAppState(state => state.viewport);
  const width = viewport.columns;
  const rows = bodyRows(viewport);
  if (session === undefined) {
    return <Message {...unreadMessage(source.error, unreadWebsite)} width={width} height={rows} />;
  }
  const indent = width >= 60 ? fieldIndent : 20;
  const fieldRows = Math.max(1, rows - rowsAbove);
  const fields = placeFields(session, fieldRows);
  const used = fields.at(-1);
  const filled = used === undefined ? 0 : used.row + used.height + (used.error === undefined ? 0 : 1);
  return (
    <>
      <Line parts={[{ text: label` `, tone: 'dim' }, standing(session)]} width={width} />
      <Line parts={[]} width={width} />
      {fields.map(({ field, row, height, error }) => (
        <Fragment key={field}>
          <Field
            title={fieldTitle(field, indent < fieldIndent)}
            focused={field === session.focused}
            changed={isChanged(session, field)}
            indent={indent}
          >
            <FieldValue
              form={session}
              field={field}
              width={width - indent - 1}
              height={height}
              at={{ x: indent, y: rowsAbove + row }}
            />
          </Field>
          {error !== undefined && <Line parts={errorParts(error, indent, width)} width={width} />}
        </Fragment>
      ))}
      {fieldRows > filled && <Line parts={[]} width={width} />}
      <Line
        parts={[{ text: spaces(3) }, { text: cutEnd(hint(session), width - 4), tone: 'dim' }]}
        width={width}
      />
    </>
  );
}

/** Below its field, further left where it needs the room. */
function errorParts(error: string, indent: number, width: number): Part[] {
  const text = safeText(error);
  const start = Math.max(3, Math.min(indent, width - textWidth(text) - 1));
  return [{ text: spaces(start) }, { text, tone: 'bad' }];
}

function hint(form: EditorSession): SafeText {
  const { focused, websiteId, unknown, setUnknown } = form;
  if (isLocked(form, focused)) return label`It has hidden characters: what you type replaces all of it`;
  if (unknown.has(focused) && !setUnknown.has(focused))
    return label`The service does not say how this is now. Once set, it is sent`;
  return fieldHint(focused, websiteId === undefined);
}

/** How the form stands: saving, refused, changed or as it was. */
function standing(form: EditorSession) {
  if (form.saving) return { text: label`Saving ...`, tone: 'accent' as const };
  if (form.failure !== undefined)
    return { text: safeText(`Not saved: ${form.failure.message}`), tone: 'bad' as const };
  if (hasChanges(form)) return { text: label`Changed. ^S saves, Esc leaves.`, tone: 'warn' as const };
  return form.websiteId === undefined
    ? { text: label`Only the domain has to be typed.`, tone: 'dim' as const }
    : { text: label`Only what you change is sent.`, tone: 'dim' as const };
}
