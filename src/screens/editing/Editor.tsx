import { ChoiceLine, ManyLines, TextField } from '#components/box/Field.tsx';
import { Message, messageRows } from '#components/box/Message.tsx';
import type { Part } from '#components/parts.ts';
import { insideWidth, Popup, type PopupBounds } from '#components/box/Popup.tsx';
import { Form, type ValuePlace } from './Form.tsx';
import { type FieldCounts, formLayout } from './formLayout.ts';
import { type ScreenMessage, unreadMessage, unreadWebsite } from '#screens/messages.ts';
import { useAppState } from '#screens/storeView.ts';
import {
  unsavedFields,
  choiceOf,
  choicesOf,
  type EditorField,
  type EditorStop,
  everyFieldOf,
  fieldsOf,
  hasChanges,
  isChanged,
  isListField,
  isTextField,
  saveFailure,
  type WebsiteForm,
} from '#store/editing/form.ts';
import { isOutage } from '#store/reading/refreshing.ts';
import type { State } from '#store/state.ts';
import { listLayout } from '#store/websites/listLayout.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { fitEnd, wrapSafe, wrapWithin } from '#text/fit.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { capitalised, counted } from '#text/words.ts';
import { formTitle } from './editor.ts';
import { choiceTitle, fieldHelp, formerWords, saveWords, titleInForm } from './fieldWords.ts';

/** As high as the form that is to come, or near it. */
const unread = { count: 7, typed: 3, lists: 2 };
const frameRows = 2;
const blankRows = 2;

function countsOf(fields: readonly EditorField[]): FieldCounts {
  return {
    count: fields.length,
    typed: fields.filter(isTextField).length,
    lists: fields.filter(isListField).length,
  };
}

/** As high as what it says, so that when the service is tried next is seen above it. */
function belowOutage(state: State, form: PopupBounds, message: ScreenMessage): PopupBounds {
  const { viewport } = state;
  const boxRows = state.navigation.view.screen === 'websites' ? listLayout(state).messageRows : 0;
  const lines = messageRows({ ...message, width: insideWidth(form) });
  const height = Math.min(form.height, frameRows + blankRows + lines);
  const top = Math.min(1 + boxRows, viewport.rows - frameRows - height);
  return { ...form, top: Math.max(form.top, top), height };
}

export function EditorScreen({ websiteId }: { readonly websiteId?: string }) {
  const state = useAppState(whole => whole);
  const { viewport, profile, navigation } = state;
  const { form, source } = state.editor;
  const title = formTitle(state, websiteId);
  if (form === undefined) {
    // No other profile is chosen in a form.
    const unreadSource = unreadMessage(source.error, unreadWebsite, { ...profile, isKiosk: true });
    const message = isOutage(state) ? { ...unreadSource, press: undefined } : unreadSource;
    const form = formLayout(viewport, { now: unread, fullest: unread }, hasTints()).place;
    const place = isOutage(state) || source.error !== undefined ? belowOutage(state, form, message) : form;
    return (
      <Popup place={place} title={title}>
        <Message {...message} width={insideWidth(place)} height={place.height - 2} />
      </Popup>
    );
  }
  const withHelp = (fields: readonly EditorField[]) => ({
    ...countsOf(fields),
    helpLines: (columns: number) =>
      fields
        .filter(field => !isListField(field))
        .map(field => ({ isTyped: isTextField(field), lines: helpLines(form, field, columns, true).length })),
  });
  const counts = { now: withHelp(fieldsOf(form)), fullest: withHelp(everyFieldOf(form)) };
  const layout = formLayout(viewport, counts, hasTints());
  return (
    <Form
      layout={layout}
      title={title}
      note={note(form, layout.isShort)}
      fields={fieldsOf(form)}
      focused={form.focused}
      errors={form.errors}
      said={said(form)}
      button={safeText(capitalised(saveWords(form, layout.isShort)))}
      state={buttonState(form, layout.hasHelpBeside)}
      isCovered={topRoute(navigation.stack).screen !== 'editor'}
      isManyLines={isListField}
      isTypedInto={isTextField}
      isChanged={field => isChanged(form, field)}
      formerOf={field => formerWords(form, field)}
      titleOf={(field, isShort) => titleInForm(form, field, isShort)}
      helpOf={(field, columns, isBeside) => helpLines(form, field, columns, isBeside)}
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

const maxBelow = 2;
const exampleColumns = 15;

/** Beside its field what it is for, with examples; below the fields only that. */
function helpLines(
  form: WebsiteForm,
  field: EditorStop,
  columns: number,
  isBeside: boolean,
): readonly (readonly Part[])[] {
  const tone = isBeside && field === form.focused ? 'plain' : 'dim';
  const lines = (text: SafeText) => wrapSafe(text, columns).map((line): Part[] => [{ text: line, tone }]);
  if (field === 'save') return lines(buttonHelp(form));
  const { short, long, examples } = fieldHelp(form, field);
  if (!isBeside) return wrapWithin(short, columns, maxBelow).map((line): Part[] => [{ text: line, tone }]);
  return [
    ...lines(long),
    ...examples.map(([example, does]): Part[] => [
      { text: fitEnd(example, exampleColumns), tone: 'accent' },
      { text: does, tone: 'dim' },
    ]),
  ];
}

function buttonHelp(form: WebsiteForm): SafeText {
  if (form.isBulk) return label`Enter shows what would change, before anything is saved`;
  return form.websites.length === 0 || hasChanges(form)
    ? label`Enter saves`
    : label`Nothing is changed yet: Enter closes the form`;
}

/** At the right of the title. */
function note(form: WebsiteForm, isShort: boolean): Part {
  const changed = unsavedFields(form).length;
  if (changed > 0)
    return { text: isShort ? label`${changed} changed` : label`${changed} changed, not saved`, tone: 'warn' };
  const isNew = form.websites.length === 0;
  return {
    text: isNew ? label`only the domain has to be typed` : label`only what you change is sent`,
    tone: 'dim',
  };
}

/** Below the fields, in place of help. */
function said(form: WebsiteForm): Part | undefined {
  if (form.saving) return { text: label`Saving ...`, tone: 'accent' };
  if (form.failure === undefined) return undefined;
  return { text: safeText(saveFailure(form.failure)), tone: 'bad' };
}

/** Beside the button: what has to be corrected before, what it does, or what the marks of fields mean. */
function buttonState(form: WebsiteForm, isWide: boolean): readonly Part[] {
  const wrong = fieldsOf(form).filter(field => form.errors[field] !== undefined);
  if (wrong.length > 0)
    return [
      { text: label`${safeText(counted(wrong.length, 'fields'))} to correct, then save `, tone: 'bad' },
    ];
  if (isWide && form.focused === 'save') return [{ text: label`${buttonHelp(form)} `, tone: 'dim' }];
  if (!hasChanges(form)) return [];
  return [
    { text: label`* `, tone: 'warn' },
    { text: label`changed `, tone: 'dim' },
  ];
}
