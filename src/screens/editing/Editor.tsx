import { Fragment } from 'react';
import { Button, ChoiceLine, Field, ManyLines, TextField } from '#components/box/Field.tsx';
import { fieldEdges, frameColumns, frameSide } from '#components/box/frame.ts';
import { Message, messageRows } from '#components/box/Message.tsx';
import { Line, Lines } from '#components/Line.tsx';
import { dim, fitParts, heading, type Part } from '#components/parts.ts';
import { insideWidth, Popup, type PopupBounds, PopupRule } from '#components/box/Popup.tsx';
import { type FieldCounts, type FormLayout, formLayout, placeFields, rowsAround } from './formLayout.ts';
import { type ScreenMessage, unreadWebsite } from '#screens/messages.ts';
import { useAppState } from '#screens/storeView.ts';
import { cutTitle } from '#screens/websites/cells.ts';
import { websiteTitle } from '#screens/words.ts';
import {
  sentNoun,
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
  mergesLists,
  saveFailure,
  touchedBy,
  type WebsiteForm,
} from '#store/editing/form.ts';
import { isOutage } from '#store/reading/refreshing.ts';
import type { State } from '#store/state.ts';
import { listLayout } from '#store/websites/listLayout.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { cutFacts, cutMiddle, fitEnd, spaces, wrapSafe, wrapWithin } from '#text/fit.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { joinSafe, label, type SafeText, safeText } from '#text/safeText.ts';
import { capitalised, counted } from '#text/words.ts';
import { formTitle } from './editor.ts';
import {
  choiceTitle,
  fieldHelp,
  fieldTitle,
  fieldValue,
  formerWords,
  saveWords,
  sentWords,
  titleInForm,
} from './fieldWords.ts';
import { beforeAndAfter, knownWords } from './review.ts';

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

/** The edges of the frame, and the word before a name in it. */
const titleMargin = 4 + 5;

export function EditorScreen({ websiteId }: { readonly websiteId?: string }) {
  const state = useAppState(whole => whole);
  const { viewport, profile, navigation } = state;
  const { form, source } = state.editor;
  const titleOf = ({ width }: PopupBounds) =>
    formTitle(state, websiteId, name => cutTitle(state, name, width - titleMargin));
  if (form === undefined) {
    // No other profile is chosen in a form.
    const unreadSource = unreadWebsite({ profile: { ...profile, isKiosk: true } }, source.error);
    const message = isOutage(state) ? { ...unreadSource, press: undefined } : unreadSource;
    const form = formLayout(viewport, { now: unread, fullest: unread }, hasTints()).place;
    const place = isOutage(state) || source.error !== undefined ? belowOutage(state, form, message) : form;
    return (
      <Popup place={place} title={titleOf(place)}>
        <Message {...message} width={insideWidth(place)} height={place.height - 2} />
      </Popup>
    );
  }
  const counts = {
    now: { ...countsOf(fieldsOf(form)), tail: tailLines(form, unsavedFields(form).length) },
    fullest: { ...countsOf(everyFieldOf(form)), tail: tailLines(form, everyFieldOf(form).length) },
  };
  const layout = formLayout(viewport, counts, hasTints());
  const isCovered = topRoute(navigation.stack).screen !== 'editor';
  return <Form form={form} layout={layout} title={titleOf(layout.place)} isCovered={isCovered} />;
}

const errorIndent = 3;

type ErrorLines = Partial<Record<EditorStop, readonly SafeText[]>>;

function Form({
  form,
  layout,
  title,
  isCovered,
}: {
  readonly form: WebsiteForm;
  readonly layout: FormLayout;
  readonly title: SafeText;
  /** A question lies over it: the caret stays away from it. */
  readonly isCovered: boolean;
}) {
  const { focused, errors, isBulk, websites } = form;
  const fields = fieldsOf(form);
  const message = messageOf(form);
  const noteOfTitle = note(form, layout.isShort);
  const { place, indent, valueWidth, sideWidth, isShort, helpColumns, hasHelpBeside, hasBar, top } = layout;
  const width = insideWidth(place);
  const lookOf = (field: EditorField) => (isTextField(field) ? layout.look : 'line');
  const stops: readonly EditorStop[] = hasBar ? fields : [...fields, 'save'];
  const around = (stop: EditorStop) => (stop === 'save' ? 0 : rowsAround(layout, lookOf(stop)));
  // What stands below a field must not cross the line down to the help.
  const ownWidth = hasHelpBeside ? indent + valueWidth : width;
  const placedWith = (below: ErrorLines) =>
    placeFields<EditorStop>(
      {
        fields: stops,
        focused: hasBar && focused === 'save' ? (stops.at(-1) ?? focused) : focused,
        errors: below,
        isManyLines: isListField,
        around,
      },
      layout.rows,
    );
  // What is wrong stands in place of the help beside its field where all of it fits there, else below.
  const wrongFields = fields.filter(field => errors[field] !== undefined);
  const wrongIn = (columns: number): ErrorLines =>
    Object.fromEntries(wrongFields.map(field => [field, wrapSafe(safeText(errors[field]), columns)]));
  const wrongBeside = wrongIn(helpColumns);
  const untouched = placedWith({});
  const fitsBeside = ({ field, rows }: { field: EditorStop; rows: number }) =>
    (wrongBeside[field]?.length ?? 0) <= rows;
  const isBeside =
    hasHelpBeside &&
    wrongFields.every(field => untouched.placed.some(each => each.field === field && fitsBeside(each)));
  const { placed, filled } = isBeside ? untouched : placedWith(wrongIn(ownWidth - errorIndent - 1));
  const sideOf = (field: EditorField, rows: number): readonly (readonly Part[])[] =>
    !hasHelpBeside
      ? []
      : isBeside && wrongBeside[field] !== undefined
        ? wrongBeside[field].map((text): Part[] => [{ text, tone: 'bad' }])
        : helpOf(field, helpColumns, rows);
  const helpOf = (field: EditorStop, columns: number, rows?: number) => [
    ...helpLines(form, field, columns, rows),
    // Where there is no room for a line each.
    ...(isShort && isBulk ? [namesLine(form, columns)] : []),
  ];
  // In the blank row below a field, or in the lower edge of its frame, where its help is one line.
  const underOf = ({ field, height, rows }: (typeof placed)[number]) => {
    if (field === 'save' || hasHelpBeside) return undefined;
    const edges = fieldEdges[lookOf(field)].rows;
    const columns = edges > 0 ? valueWidth - frameColumns - 3 : valueWidth - 2;
    if (edges === 0 && rows <= height) return undefined;
    const lines = helpOf(field, columns);
    return lines.length === 1 ? lines[0] : undefined;
  };
  const hasUnder = placed.some(each => each.field === focused && underOf(each) !== undefined);
  const messageLines = message === undefined ? [] : wrapWithin(message.text, width - 4, layout.below);
  const below = [
    ...messageLines.map((text): Part[] => [{ ...message, text }]),
    ...(hasHelpBeside || hasUnder ? [] : helpOf(focused, width - 4)),
  ];
  const tail = layout.tail === 0 ? [] : tailOf(form, width - 2 * errorIndent, layout.tail - 1);
  const hasDivider = hasHelpBeside && message === undefined && tail.length === 0;
  const sideLines = (lines: readonly (readonly Part[])[], rows: number) =>
    Array.from({ length: rows }, (_, row): readonly Part[] =>
      hasHelpBeside
        ? [{ text: label` ` }, frameSide('frame'), { text: label` ` }, ...(lines[row] ?? [])]
        : [],
    );
  const blanks = (rows: number) =>
    Array.from({ length: rows }, (_, row) => (
      <Line
        key={row}
        parts={[{ text: spaces(indent + valueWidth) }, ...(sideLines([], 1)[0] ?? [])]}
        width={width}
      />
    ));
  const buttonLine = (
    <Button
      key="save"
      title={safeText(capitalised(saveWords(form, isShort)))}
      focused={focused === 'save'}
      isLater={isBulk && !hasChanges(form)}
      indent={hasBar ? errorIndent : indent}
      right={hasBar ? buttonState(form, layout) : []}
      width={width}
    />
  );
  return (
    <Popup place={place} title={title} note={noteOfTitle.text} noteTone={noteOfTitle.tone}>
      {blanks(top)}
      {placed.map(each => {
        const { field, row, height, rows, error } = each;
        if (field === 'save') return buttonLine;
        const look = lookOf(field);
        const edges = fieldEdges[look];
        return (
          <Fragment key={field}>
            <Field
              title={titleInForm(form, field, isShort)}
              focused={field === focused}
              changed={websites.length > 0 && isChanged(form, field)}
              note={layout.tail > 0 ? undefined : formerWords(form, field)}
              isWrong={errors[field] !== undefined}
              look={look}
              indent={indent}
              valueWidth={valueWidth}
              height={height}
              rows={rows}
              sideLines={sideLines(sideOf(field, rows), rows)}
              sideWidth={sideWidth}
              under={underOf(each)}
            >
              <FieldValue
                form={form}
                field={field}
                former={layout.tail > 0 ? formerWords(form, field, true) : undefined}
                width={valueWidth - edges.columns}
                height={height}
                at={
                  isCovered
                    ? undefined
                    : {
                        x: place.left + 1 + indent + edges.columns / 2,
                        y: place.top + 1 + top + row + edges.rows / 2,
                      }
                }
              />
            </Field>
            {errorParts(error, indent, ownWidth).map((parts, line) => (
              <Line
                key={line}
                parts={[...fitParts(parts, [], ownWidth), ...(sideLines([], 1)[0] ?? [])]}
                width={width}
              />
            ))}
          </Fragment>
        );
      })}
      {blanks(layout.rows - filled)}
      {tail.length > 0 && (
        <PopupRule width={width} foot={hasHelpBeside ? indent + valueWidth + 1 : undefined} />
      )}
      {tail.length > 0 && (
        <Lines lines={tail} before={{ text: spaces(errorIndent) }} height={layout.tail - 1} width={width} />
      )}
      {hasDivider ? (
        blanks(layout.below)
      ) : (
        <Lines lines={below} before={{ text: spaces(errorIndent) }} height={layout.below} width={width} />
      )}
      {hasBar && <PopupRule width={width} foot={hasDivider ? indent + valueWidth + 1 : undefined} />}
      {hasBar && buttonLine}
    </Popup>
  );
}

/** Below its field, further left where it needs the room. */
function errorParts(lines: readonly SafeText[], indent: number, width: number): Part[][] {
  const longest = Math.max(...lines.map(textWidth));
  const start = Math.max(errorIndent, Math.min(indent, width - longest - 1));
  return lines.map(text => [{ text: spaces(start) }, { text, tone: 'bad' }]);
}

function FieldValue(props: {
  readonly form: WebsiteForm;
  readonly field: EditorField;
  /** At the end of its choices. */
  readonly former: SafeText | undefined;
  readonly width: number;
  readonly height: number;
  /** Where it begins, counted from the top left of the screen. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
}) {
  const { form, field, former, width, height, at } = props;
  const focused = field === form.focused && !form.saving;
  if (!isTextField(field)) {
    const chosen = choiceOf(form, field);
    const choices = choicesOf(form, field).map(value => ({
      title: choiceTitle(value),
      isChosen: value === chosen,
    }));
    return <ChoiceLine choices={choices} focused={focused} note={former} width={width} />;
  }
  const text = { value: form.draft[field], caret: focused ? form.caret : 0 };
  if (isListField(field))
    return (
      <ManyLines
        text={text}
        width={width}
        height={height}
        focused={focused}
        refused={refusedLine(form.errors[field])}
        at={at}
      />
    );
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

/** Beside its field what it is for, with examples, in as many rows as the field has; below the fields only that. */
function helpLines(
  form: WebsiteForm,
  field: EditorStop,
  columns: number,
  rows?: number,
): readonly (readonly Part[])[] {
  const tone = rows !== undefined && field === form.focused ? 'plain' : 'dim';
  const lines = (texts: readonly SafeText[]) => texts.map((text): Part[] => [{ text, tone }]);
  if (field === 'save') return lines(wrapSafe(buttonHelp(form), columns));
  const { short, lead = short, examples } = fieldHelp(form, field);
  if (rows === undefined) return lines(wrapWithin(short, columns, maxBelow));
  const exampleLines = examples.map(([example, action]): Part[] => [
    { text: fitEnd(example, exampleColumns), tone: 'accent' },
    dim(action),
  ]);
  // A blank row is left, that it is told from the help of the next field.
  const room = Math.max(1, rows - 1 - exampleLines.length);
  return [
    ...lines(wrapWithin(examples.length > 0 ? lead : short, columns, Math.max(room, 2))),
    ...exampleLines,
  ].slice(0, rows);
}

/** The line of a list that an error names, from 0. */
function refusedLine(error: string | undefined): number | undefined {
  const line = /^Line (\d+)\b/.exec(error ?? '')?.[1];
  return line === undefined ? undefined : Number(line) - 1;
}

function namesLine({ websites }: WebsiteForm, columns: number): readonly Part[] {
  const names = websites.slice(0, maxTailLines).map(website => websiteTitle(website));
  const whole = joinSafe(names, label`, `);
  if (names.length === websites.length && textWidth(whole) <= columns) return [dim(whole)];
  const more = label` and ${websites.length - 1} more`;
  return [dim(label`${cutMiddle(names[0] ?? label``, columns - textWidth(more))}${more}`)];
}

const maxTailLines = 8;
const tailTitleColumns = 23;

/** Of one website what will be sent, with so many fields, once something is; of several which ones these are. */
function tailLines({ isBulk, websites }: WebsiteForm, changed: number): number {
  if (isBulk) return 1 + Math.min(websites.length, maxTailLines);
  return websites.length === 0 || changed === 0 ? 0 : 1 + changed;
}

function tailOf(form: WebsiteForm, columns: number, rows: number): readonly (readonly Part[])[] {
  const arrow = isAscii() ? label` > ` : label` → `;
  const line = (title: SafeText, width: number, before: SafeText, after?: Part): Part[] => [
    { text: fitEnd(title, width) },
    dim(label`${before}${after === undefined ? label`` : arrow}`),
    ...(after === undefined ? [] : [after]),
  ];
  if (!form.isBulk)
    return [
      heading(label`WILL BE SENT`, label`nothing else`),
      ...unsavedFields(form).flatMap(field => {
        const sent = sentWords(form, field);
        const tone = form.errors[field] === undefined ? 'warn' : 'bad';
        return [line(fieldTitle(field), tailTitleColumns, sent.before, { text: sent.after, tone })];
      }),
    ].slice(0, rows);
  const { websites } = form;
  const room = rows - 1;
  const shown = websites.slice(0, websites.length > room ? room - 1 : room);
  const names = shown.map(website => websiteTitle(website));
  const width = Math.min(Math.floor(columns / 2), 2 + Math.max(...names.map(textWidth)));
  const others = websites.slice(shown.length).map(website => websiteTitle(website));
  return [
    heading(label`WEBSITES`, hasChanges(form) ? label`as they are, and will be` : label`as they are`),
    ...shown.map((website, at) => {
      const change = beforeAndAfter(website, touchedBy(form, website), mergesLists(form));
      const name = names[at] ?? label``;
      return change === undefined
        ? line(name, width, knownWords(website))
        : line(name, width, change.before, { text: change.after, tone: 'warn' });
    }),
    ...(others.length === 0
      ? []
      : [[dim(label`and ${others.length} more: ${joinSafe(others.slice(0, maxTailLines), label`, `)}`)]]),
  ];
}

/** Names without a dot are of an own network alone. */
function hasNoDot({ draft: { domain } }: WebsiteForm): boolean {
  return domain.trim() !== '' && !domain.includes('.');
}

function buttonHelp(form: WebsiteForm): SafeText {
  if (form.websites.length === 0)
    return hasNoDot(form) ? label`Enter adds it, though its domain has no dot` : label`Enter adds it`;
  if (!hasChanges(form))
    return form.isBulk ? label`Nothing is changed yet` : label`Nothing is changed yet: Enter goes back`;
  return form.isBulk ? label`Enter shows what would change, before anything is saved` : label`Enter saves`;
}

/** At the right of the title. */
function note(form: WebsiteForm, isShort: boolean): Part {
  const changed = unsavedFields(form).length;
  if (changed > 0 && form.websites.length === 0) return { text: label`not added yet`, tone: 'warn' };
  if (changed > 0)
    return { text: isShort ? label`${changed} changed` : label`${changed} changed, not saved`, tone: 'warn' };
  const isNew = form.websites.length === 0;
  return dim(
    isNew
      ? label`only the domain has to be typed`
      : form.isBulk
        ? label`leave: each keeps its own`
        : label`only what you change is sent`,
  );
}

/** Below the fields, in place of help. */
function messageOf(form: WebsiteForm): Part | undefined {
  if (form.saving) return { text: label`Saving ...`, tone: 'accent' };
  if (form.failure === undefined) return undefined;
  return {
    text: safeText(saveFailure(form.failure, form.websites.length === 0 ? 'added' : 'saved')),
    tone: 'bad',
  };
}

/** Columns of that line beside the button's words and what will be sent. */
const sentMargin = 18;

/** Beside the button: what has to be corrected before, what it does, or what the marks of fields mean. */
function buttonState(form: WebsiteForm, { hasHelpBeside, tail, place }: FormLayout): readonly Part[] {
  const wrong = fieldsOf(form).filter(field => form.errors[field] !== undefined);
  if (wrong.length > 0)
    return [
      {
        text: label`${safeText(counted(wrong.length, 'fields'))} to correct, then ${form.websites.length === 0 ? label`add` : label`save`} `,
        tone: 'bad',
      },
    ];
  if (hasHelpBeside && form.focused === 'save') return [dim(label`${buttonHelp(form)} `)];
  if (!hasChanges(form)) return [];
  if (form.websites.length === 0) {
    const { draft } = form;
    const room = place.width - sentMargin;
    return draft.domain === ''
      ? []
      : [
          dim(label`adds `),
          {
            text: label`${cutFacts(label`${safeText(draft.domain)}, ${hasNoDot(form) ? label`a domain without a dot` : fieldValue(draft, 'privacy')}`, room)} `,
            tone: 'warn',
          },
        ];
  }
  if (tail > 0 || form.isBulk) return [{ text: label`* `, tone: 'warn' }, dim(label`changed `)];
  const sent = safeText(unsavedFields(form).map(sentNoun).join(', '));
  const room = place.width - sentMargin - textWidth(saveWords(form, false));
  return [dim(label`sends `), { text: label`${cutFacts(sent, room)} `, tone: 'warn' }];
}
