import { ChoiceLine } from '#components/Field.tsx';
import { ManyLines } from '#components/ManyLines.tsx';
import { TextField } from '#components/TextField.tsx';
import type { ValuePlace } from '#screens/Form.tsx';
import type { EditorSession } from '#store/editing/editorSession.ts';
import { isManyLines, isTextField, type EditorField } from '#store/editing/editorFields.ts';
import { label } from '#terminal/safeText.ts';

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

function choicesOf({ draft }: EditorSession, field: 'privacy' | 'email' | 'excludeBots') {
  if (field === 'privacy')
    return [
      { title: label`public`, isChosen: draft.privacy === 'public' },
      { title: label`private`, isChosen: draft.privacy === 'private' },
      { title: label`password`, isChosen: draft.privacy === 'password' },
    ];
  return [
    { title: label`yes`, isChosen: draft[field] },
    { title: label`no`, isChosen: !draft[field] },
  ];
}
