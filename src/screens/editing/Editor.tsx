import { ChoiceLine, ManyLines, TextField } from '#components/Field.tsx';
import { Message } from '#components/Message.tsx';
import type { Part } from '#components/parts.ts';
import { Form, type ValuePlace } from '#screens/Form.tsx';
import { unreadMessage, unreadWebsite } from '#screens/messages.ts';
import { useAppState } from '#screens/storeView.ts';
import { bodyRows } from '#store/display.ts';
import {
  choiceOf,
  choicesOf,
  type EditorField,
  fieldsOf,
  hasChanges,
  isChanged,
  isListField,
  isTextField,
  saveFailure,
  type WebsiteForm,
} from '#store/editing/form.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { choiceTitle, fieldHint, isLocked, titleInForm } from './fieldWords.ts';

export function EditorScreen() {
  const { form, source } = useAppState(state => state.editor);
  const viewport = useAppState(state => state.viewport);
  const profile = useAppState(state => state.profile);
  if (form === undefined) {
    const message = unreadMessage(source.error, unreadWebsite, profile);
    return <Message {...message} width={viewport.columns} height={bodyRows(viewport)} />;
  }
  return (
    <Form
      viewport={viewport}
      status={status(form)}
      fields={fieldsOf(form)}
      focused={form.focused}
      errors={form.errors}
      hint={hint(form)}
      button={form.isBulk ? label`Review` : label`Save`}
      isManyLines={isListField}
      isTypedInto={isTextField}
      isChanged={field => isChanged(form, field)}
      titleOf={(field, isShort) => titleInForm(form, field, isShort)}
      renderValue={(field, place) => <FieldValue form={form} field={field} {...place} />}
    />
  );
}

function FieldValue(props: ValuePlace & { readonly form: WebsiteForm; readonly field: EditorField }) {
  const { form, field, width, height, at } = props;
  const focused = field === form.focused && !form.saving;
  if (!isTextField(field)) {
    const chosen = choiceOf(form, field);
    const choices = choicesOf(form, field).map(value => ({
      title: choiceTitle(value),
      isChosen: value === chosen,
    }));
    return <ChoiceLine choices={choices} focused={focused} width={width} />;
  }
  const text = { value: form.draft[field], caret: focused ? form.caret : 0 };
  if (isListField(field))
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

function hint(form: WebsiteForm): SafeText {
  const { focused, unknown, touched, isBulk } = form;
  if (focused === 'save') {
    if (isBulk) return label`Enter shows what would change, website by website, before anything is saved`;
    return form.websites.length === 0 || hasChanges(form)
      ? label`Enter saves`
      : label`Nothing is changed yet: Enter closes the form`;
  }
  if (isLocked(form, focused)) return label`It has hidden characters: what you type replaces all of it`;
  if (unknown.has(focused) && !touched.has(focused))
    return label`The current value is unknown. It is sent only if you set it`;
  return fieldHint(form, focused);
}

function status(form: WebsiteForm): Part {
  if (form.saving) return { text: label`Saving ...`, tone: 'accent' };
  if (form.failure !== undefined) return { text: safeText(saveFailure(form.failure)), tone: 'bad' };
  if (hasChanges(form))
    return {
      text: label`Changed. ^S ${form.isBulk ? label`reviews it` : label`saves`}, Esc back.`,
      tone: 'warn',
    };
  return form.websites.length === 0
    ? { text: label`Only the domain has to be typed.`, tone: 'dim' }
    : { text: label`Only what you change is sent.`, tone: 'dim' };
}
