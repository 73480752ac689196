import { ChoiceLine, ManyLines, TextField } from '#components/Field.tsx';
import { Message } from '#components/Message.tsx';
import type { Part } from '#components/parts.ts';
import type { Privacy } from '#model/website/website.ts';
import { Form, type ValuePlace } from '#screens/Form.tsx';
import { unreadMessage, unreadWebsite } from '#screens/messages.ts';
import { useAppState } from '#screens/storeView.ts';
import { bodyRows } from '#store/display.ts';
import type { BulkEditSlice } from '#store/editing/editor.ts';
import {
  bulkChoices,
  type BulkField,
  bulkFields,
  type EditorField,
  type EditorSession,
  fieldsOf,
  hasChanges,
  isBulkList,
  isBulkText,
  isChanged,
  isManyLines,
  isTextField,
  isTouched,
  saveFailure,
} from '#store/editing/form.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { bulkFieldHint, bulkFieldTitle, choiceTitle, fieldHint, fieldTitle, isLocked } from './fieldWords.ts';

/** The form for several websites: only fields the user sets are changed. */
export function BulkEditScreen() {
  const bulk = useAppState(state => state.bulkEdit);
  const viewport = useAppState(state => state.viewport);
  const capabilities = useAppState(state => state.capabilities);
  return (
    <Form
      viewport={viewport}
      status={bulkStatus(bulk)}
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

function bulkStatus({ form }: BulkEditSlice): Part {
  return isTouched(form)
    ? { text: label`Changed. ^S reviews it, Esc leaves.`, tone: 'warn' }
    : { text: label`Only what you change is sent.`, tone: 'dim' };
}

/** The input for a field: a choice, one line or several lines. */
export function FieldValue(
  props: ValuePlace & { readonly form: EditorSession; readonly field: EditorField },
) {
  const { form, field, width, height, at } = props;
  const focused = field === form.focused && !form.saving;
  if (!isTextField(field))
    return <ChoiceLine choices={choicesOf(form, field)} focused={focused} width={width} />;
  const value = form.draft[field];
  const text = { value, caret: focused ? form.caret : 0 };
  if (isManyLines(field))
    return <ManyLines text={text} width={width} height={height} focused={focused} at={at} />;
  return (
    <TextField
      text={text}
      width={width}
      focused={focused}
      at={at}
      masked={field === 'password'}
      placeholder={field === 'domain' ? label`example.com` : label`-`}
    />
  );
}

const privacyTitles: Readonly<Record<Privacy, SafeText>> = {
  public: label`public`,
  private: label`private`,
  password: label`password`,
};

function choicesOf({ draft, capabilities }: EditorSession, field: 'privacy' | 'email' | 'excludeBots') {
  if (field === 'privacy')
    return capabilities.privacies.map(privacy => ({
      title: privacyTitles[privacy],
      isChosen: draft.privacy === privacy,
    }));
  return [
    { title: label`yes`, isChosen: draft[field] },
    { title: label`no`, isChosen: !draft[field] },
  ];
}

/** Adding and editing share a form. */
export function EditorScreen() {
  const { session, source } = useAppState(state => state.editor);
  const viewport = useAppState(state => state.viewport);
  const profile = useAppState(state => state.profile);
  if (session === undefined) {
    const message = unreadMessage(source.error, unreadWebsite, profile);
    return <Message {...message} width={viewport.columns} height={bodyRows(viewport)} />;
  }
  return (
    <Form
      viewport={viewport}
      status={status(session)}
      fields={fieldsOf(session)}
      focused={session.focused}
      errors={session.errors}
      hint={hint(session)}
      button={label`Save`}
      isManyLines={isManyLines}
      isTypedInto={isTextField}
      isChanged={field => isChanged(session, field)}
      titleOf={fieldTitle}
      renderValue={(field, place) => <FieldValue form={session} field={field} {...place} />}
    />
  );
}

function hint(form: EditorSession): SafeText {
  const { focused, original, unknown, setUnknown } = form;
  if (focused === 'save')
    return form.websiteId === undefined || hasChanges(form)
      ? label`Enter saves`
      : label`Nothing is changed yet: Enter closes the form`;
  if (isLocked(form, focused)) return label`It has hidden characters: what you type replaces all of it`;
  if (unknown.has(focused) && !setUnknown.has(focused))
    return label`The service does not say how this is now. Once set, it is sent`;
  return fieldHint(focused, original.privacy === 'password');
}

/** The state of the form: saving, refused, changed or unchanged. */
function status(form: EditorSession): Part {
  if (form.saving) return { text: label`Saving ...`, tone: 'accent' };
  if (form.failure !== undefined) return { text: safeText(saveFailure(form.failure)), tone: 'bad' };
  if (hasChanges(form)) return { text: label`Changed. ^S saves, Esc leaves.`, tone: 'warn' };
  return form.websiteId === undefined
    ? { text: label`Only the domain has to be typed.`, tone: 'dim' }
    : { text: label`Only what you change is sent.`, tone: 'dim' };
}
