import { Message } from '#components/Message.tsx';
import type { Part } from '#components/style.ts';
import { unreadMessage, unreadWebsite } from '#screens/emptyMessages.ts';
import { Form } from '#screens/Form.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { fieldsOf, isManyLines, isTextField } from '#store/editing/editorFields.ts';
import { hasChanges, isChanged, saveFailure, type EditorSession } from '#store/editing/editorSession.ts';
import { bodyRows } from '#store/core/viewport.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { fieldHint, fieldTitle } from './editorFieldText.ts';
import { FieldValue } from './FieldValue.tsx';
import { isLocked } from './locked.ts';

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
