import { ChoiceLine } from '#components/Field.tsx';
import { ManyLines } from '#components/ManyLines.tsx';
import type { Part } from '#components/style.ts';
import { TextField } from '#components/TextField.tsx';
import { Form, type ValuePlace } from '#screens/Form.tsx';
import { useAppState } from '#screens/useAppState.ts';
import type { BulkEditSlice } from '#store/editing/bulkEdit.ts';
import {
  bulkChoices,
  bulkFields,
  isBulkList,
  isBulkText,
  isTouched,
  type BulkField,
} from '#store/editing/bulkForm.ts';
import { label } from '#terminal/safeText.ts';
import { bulkFieldHint, bulkFieldTitle, choiceTitle } from './bulkFieldText.ts';

/** The form for several websites: only fields the user sets are changed. */
export function BulkEditScreen() {
  const bulk = useAppState(state => state.bulkEdit);
  const viewport = useAppState(state => state.viewport);
  const capabilities = useAppState(state => state.capabilities);
  return (
    <Form
      viewport={viewport}
      status={status(bulk)}
      fields={bulkFields(bulk.form, capabilities)}
      focused={bulk.focused}
      errors={bulk.errors}
      hint={
        bulk.focused === 'save'
          ? label`Enter shows what would change, website by website, before anything is saved`
          : bulkFieldHint(bulk.form, bulk.focused)
      }
      button={label`Review`}
      isManyLines={isBulkList}
      isTypedInto={isBulkText}
      isChanged={field => isChosen(bulk, field)}
      titleOf={(field, isShort) => bulkFieldTitle(bulk.form, field, isShort)}
      renderValue={(field, place) => <Value bulk={bulk} field={field} {...place} />}
    />
  );
}

function Value(props: ValuePlace & { readonly bulk: BulkEditSlice; readonly field: BulkField }) {
  const { bulk, field, width, height, at } = props;
  const capabilities = useAppState(state => state.capabilities);
  const focused = field === bulk.focused;
  if (!isBulkText(field)) {
    const choices = bulkChoices(field, capabilities).map(value => ({
      title: choiceTitle(value),
      isChosen: bulk.form[field] === value,
    }));
    return <ChoiceLine choices={choices} focused={focused} width={width} />;
  }
  const text = { value: bulk.form[field], caret: focused ? bulk.caret : 0 };
  if (isBulkList(field))
    return <ManyLines text={text} width={width} height={height} focused={focused} at={at} />;
  return <TextField text={text} width={width} focused={focused} at={at} masked placeholder={label`-`} />;
}

function isChosen({ form }: BulkEditSlice, field: BulkField): boolean {
  return !isBulkText(field) && form[field] !== undefined;
}

function status({ form }: BulkEditSlice): Part {
  return isTouched(form)
    ? { text: label`Changed. ^S reviews it, Esc leaves.`, tone: 'warn' }
    : { text: label`Only what you change is sent.`, tone: 'dim' };
}
