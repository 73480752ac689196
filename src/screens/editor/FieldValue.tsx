import { ChoiceLine } from '#components/Field.tsx';
import { ManyLines } from '#components/ManyLines.tsx';
import { TextField } from '#components/TextField.tsx';
import type { ValuePlace } from '#screens/Form.tsx';
import type { EditorSession } from '#store/editing/editorSession.ts';
import { isManyLines, isTextField, type EditorField } from '#store/editing/editorFields.ts';
import type { Privacy } from '#model/website/website.ts';
import { label, type SafeText } from '#terminal/safeText.ts';

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
