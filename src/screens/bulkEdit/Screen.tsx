import { Fragment } from 'react';
import { ChoiceLine } from '#components/ChoiceLine.tsx';
import { Field, fieldIndent } from '#components/Field.tsx';
import { Line } from '#components/Line.tsx';
import { ManyLines } from '#components/ManyLines.tsx';
import { TextField } from '#components/TextField.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { isTouched, type BulkEditSlice } from '#store/bulkEdit.ts';
import { bulkChoices, isBulkText, type BulkField } from '#store/bulkForm.ts';
import { bodyRows } from '#store/viewport.ts';
import { cutEnd, spaces } from '#terminal/fit.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { bulkFieldHint, bulkFieldTitle, choiceTitle } from './fieldText.ts';
import { placeBulkFields } from './layout.ts';

/** Rows of the form before its first field, the header counted. */
const rowsAbove = 3;

/** Editing several websites: every field leaves them as they are until it is touched. */
export function BulkEditScreen() {
  const bulk = useAppState(state => state.bulkEdit);
  const viewport = useAppState(state => state.viewport);
  const width = viewport.columns;
  const indent = width >= 60 ? fieldIndent : 20;
  const fieldRows = Math.max(1, bodyRows(viewport) - rowsAbove);
  const { placed, filled } = placeBulkFields(bulk, fieldRows);
  return (
    <>
      <Line parts={[{ text: label` ` }, standing(bulk)]} width={width} />
      <Line parts={[]} width={width} />
      {placed.map(({ field, row, height, error }) => (
        <Fragment key={field}>
          <Field
            title={bulkFieldTitle(field, indent < fieldIndent)}
            focused={field === bulk.focused}
            changed={isChosen(bulk, field)}
            indent={indent}
          >
            <Value
              bulk={bulk}
              field={field}
              width={width - indent - 1}
              height={height}
              at={{ x: indent, y: rowsAbove + row }}
            />
          </Field>
          {error !== undefined && (
            <Line parts={[{ text: spaces(indent) }, { text: safeText(error), tone: 'bad' }]} width={width} />
          )}
        </Fragment>
      ))}
      {fieldRows > filled && <Line parts={[]} width={width} />}
      <Line
        parts={[{ text: spaces(3) }, { text: cutEnd(bulkFieldHint(bulk.focused), width - 4), tone: 'dim' }]}
        width={width}
      />
    </>
  );
}

function Value(props: {
  readonly bulk: BulkEditSlice;
  readonly field: BulkField;
  readonly width: number;
  readonly height: number;
  readonly at: { readonly x: number; readonly y: number };
}) {
  const { bulk, field, width, height, at } = props;
  const focused = field === bulk.focused;
  if (!isBulkText(field)) {
    const choices = bulkChoices[field].map(value => ({
      title: choiceTitle(value, field),
      isChosen: bulk.form[field] === value,
    }));
    return <ChoiceLine choices={choices} focused={focused} width={width} />;
  }
  const text = { value: bulk.form[field], caret: focused ? bulk.caret : 0 };
  if (field !== 'password')
    return <ManyLines text={text} width={width} height={height} focused={focused} at={at} />;
  return <TextField text={text} width={width} focused={focused} at={at} masked placeholder={label`-`} />;
}

function isChosen({ form }: BulkEditSlice, field: BulkField): boolean {
  return !isBulkText(field) && form[field] !== undefined;
}

function standing({ form }: BulkEditSlice) {
  return isTouched(form)
    ? { text: label`Changed. ^S reviews it, Esc leaves.`, tone: 'warn' as const }
    : { text: label`Only what you change is sent.`, tone: 'dim' as const };
}
