import { isSeries } from '#model/statistics/statistics.ts';
import { rowNumbers } from '#store/queries/overview.ts';
import { type State } from '#store/state.ts';
import { hasSpacing } from '#store/display.ts';
import { dim, fitParts, type Part } from '#components/parts.ts';
import type { ComponentProps } from 'react';
import { rowOn } from '#charts/row.ts';
import { ChoiceLine } from '#components/box/Field.tsx';
import { Line } from '#components/Line.tsx';
import { insideWidth, Popup, PopupField, PopupText } from '#components/box/Popup.tsx';

import { formatDayLong, formatWeekday } from '#model/period/format.ts';
import { countsOf, countsVisits } from '#model/service/capabilities.ts';
import { goalAt, subjectWords, type GoalSubject } from '#model/website/goal.ts';
import { ownTags, strayTags, tagNames, type Tags } from '#model/website/tags.ts';
import { viewCalled, viewNames, viewWords } from '#model/savedView.ts';
import { websiteName, type Website } from '#model/website/website.ts';
import { noteWords } from '#screens/chart/notes.ts';
import { fitLines, popupPlace } from '#screens/layout.ts';
import { useAppState } from '#screens/storeView.ts';
import { websiteTitle } from '#screens/words.ts';
import { scopeName } from '#store/kept/notes.ts';
import type { TagsSlice } from '#store/websites/tags.ts';
import { wrapSafe, total } from '#text/fit.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import type { TextValue } from '#text/textField.ts';
import { compactNumber, counted, groupThousands, keyOf } from '#text/words.ts';

export function NotePopup() {
  const notes = useAppState(state => state.notes);
  if (notes.noting === undefined) return null;
  const { day, until, there, changed, scopes, scope, website } = notes.noting;
  const nameOf = (each: (typeof scopes)[number]) => safeText(scopeName(each, website));
  const choices = scopes.map((each, index) => ({ title: nameOf(each), isChosen: index === scope }));
  const days = until === undefined ? formatDayLong(day) : `${formatWeekday(day)} - ${formatDayLong(until)}`;
  return (
    <FieldPopup
      title={safeText(`Note on ${days}`)}
      input={notes}
      placeholder={label`what you did, or what happened`}
      about={choices}
      rows={there.map(note => label`${noteWords([note])}  ${nameOf(note.scope)}`)}
      chosen={changed}
      help={[changed === undefined ? 'A time may stand in front: 9:30 newsletter 14.' : isRemoved]}
    />
  );
}

/** What a goal can count, each with the one it has, and the number. */
export function GoalPopup() {
  const state = useAppState(whole => whole);
  const { goals, capabilities } = state;
  if (goals.setting === undefined) return null;
  const { website, subjects, chosen } = goals.setting;
  const counts = subjects.map(subject => goalAt(goals.all, website, subject)?.count);
  return (
    <FieldPopup
      title={label`Goal of ${websiteTitle(website)}`}
      input={goals}
      placeholder={label`a number, such as 50000`}
      rows={subjects.map((subject, index) => {
        const count = counts[index];
        const words = subjectWords(subject, countsOf(subject.name, capabilities));
        return safeText(
          `${words} a ${subject.per}${count === undefined ? '' : `: ${groupThousands(count)}`}`,
        );
      })}
      rightTexts={subjects.map(subject => rateText(state, website, subject))}
      chosen={chosen}
      help={[
        counts[chosen] === undefined
          ? `How much each is to reach.${countsVisits(capabilities) ? '' : ' Visitors are those of each day added up.'}`
          : isRemoved,
      ]}
    />
  );
}

/** "now about 7,760": as many in a month or week as in the days that are shown, where those are read. */
function rateText(state: State, website: Website, { name, value, per }: GoalSubject): SafeText | undefined {
  if (value !== undefined || !isSeries(name)) return undefined;
  const measure = rowNumbers(state, website)[name];
  const days = measure?.days.filter(count => count !== undefined) ?? [];
  if (days.length < minDays) return undefined;
  const mean = total(days) / days.length;
  const rate = Math.round(mean * (per === 'week' ? 7 : 30));
  return hasSpacing(state.viewport)
    ? label`now about ${safeText(groupThousands(rate))}`
    : label`now ${safeText(compactNumber(rate))}`;
}

/** Fewer say nothing of a week. */
const minDays = 7;

export function TagsPopup() {
  const tags = useAppState(state => state.tags);
  const [only, ...others] = tags.targets;
  const whose =
    only === undefined || others.length > 0 ? counted(tags.targets.length, 'websites') : websiteName(only);
  return (
    <FieldPopup
      title={label`Tags of ${safeText(whose)}`}
      input={tags}
      placeholder={label`client-a shop ...`}
      help={helpLines(tags)}
    />
  );
}

export function SaveViewPopup() {
  const savedViews = useAppState(state => state.savedViews);
  const { view, proposed, all, chosen } = savedViews;
  if (view === undefined) return null;
  const names = viewNames(all);
  const rows = names.flatMap(name => {
    const there = viewCalled(all, name);
    return there === undefined ? [] : [safeText(`${name}  ${viewWords(there)}`)];
  });
  return (
    <FieldPopup
      title={label`Save view`}
      input={savedViews}
      placeholder={
        chosen === undefined ? label`a name; by default ${safeText(proposed)}` : label`a name, such as monday`
      }
      rows={rows}
      chosen={chosen === undefined ? undefined : names.indexOf(chosen)}
      help={
        chosen === undefined
          ? [
              `${viewWords(view)}.`,
              `${keyOf('palette')} and its name open it; commands take @name for a website.`,
            ]
          : ['Saved empty, it is removed.']
      }
    />
  );
}

const isRemoved = 'Emptied and kept, it is removed.';
const columns = 78;

/** A field, the rows that it can be about with a mark at one of them, and what is wrong with it, else help. */
function FieldPopup(props: {
  readonly title: SafeText;
  readonly input: { readonly typed: TextValue; readonly error?: string | undefined };
  readonly placeholder: SafeText;
  /** Below the field, whom it can be about. */
  readonly about?: ComponentProps<typeof ChoiceLine>['choices'];
  readonly rows?: readonly SafeText[];
  /** At the right end of each. */
  readonly rightTexts?: readonly (SafeText | undefined)[];
  readonly chosen?: number | undefined;
  readonly help: readonly string[];
}) {
  const { title, input, placeholder, about, rows = [], rightTexts = [], chosen, help } = props;
  const viewport = useAppState(state => state.viewport);
  const width = insideWidth(popupPlace(viewport, { width: columns, rows: 1 }));
  const texts = input.error === undefined ? help : [input.error];
  const wrapped = texts.flatMap(text => wrapSafe(safeText(text), width - 2));
  // On the smallest screens what can be chosen has the room.
  const isFull = !hasSpacing(viewport) && rows.length > 1 && input.error === undefined;
  const lines = isFull ? [] : wrapped;
  const fixed = about === undefined ? 1 : 2;
  const place = popupPlace(viewport, { width: columns, rows: fixed + rows.length + lines.length + 1 });
  const room = Math.max(1, place.height - 2 - fixed - lines.length);
  // The chosen one is among those that have room.
  const top = Math.max(0, Math.min((chosen ?? 0) - Math.floor(room / 2), rows.length - room));
  const shown = fitLines(lines, place.height - 2 - fixed - Math.min(room, rows.length));
  return (
    <Popup place={place} title={title}>
      <PopupField
        place={place}
        row={0}
        text={input.typed}
        placeholder={placeholder}
        isTaken={chosen === undefined}
      />
      {about && <ChoiceLine lead={label`   about `} choices={about} focused width={width} />}
      {rows.slice(top, top + room).map((text, index) => {
        const isChosen = top + index === chosen;
        const style = isChosen ? ({ tone: 'accent', bold: true } as const) : {};
        const parts: readonly Part[] = [
          { text: isChosen ? label` > ` : label`   `, ...style },
          { text, ...style },
        ];
        const right = rightTexts[top + index];
        const rightParts: readonly Part[] = right === undefined ? [] : [dim(label`${right} `)];
        const row = rowOn(fitParts(parts, rightParts, width), { isSelected: isChosen });
        return <Line key={top + index} parts={row} width={width} />;
      })}
      <PopupText
        lines={shown.lines}
        style={{ tone: input.error === undefined ? 'dim' : 'bad' }}
        spaced={shown.spaced}
        width={width}
      />
    </Popup>
  );
}

function helpLines({ all, targets, common }: TagsSlice): string[] {
  const some = [...new Set(targets.flatMap(website => ownTags(all, website)))]
    .filter(tag => !common.includes(tag))
    .toSorted();
  const others = tagNames(all).filter(tag => !common.includes(tag) && !some.includes(tag));
  return [
    ...strayLines(all, targets),
    'Separate them with spaces. In the list /tag:shop shows those tagged shop.',
    ...(some.length === 0 ? [] : [`Only some have: ${some.join(', ')}. Those are kept.`]),
    ...(others.length === 0 ? [] : [`Others: ${others.join(', ')}.`]),
  ];
}

function strayLines(all: Tags, targets: TagsSlice['targets']): string[] {
  const [first, ...others] = strayTags(all, targets);
  if (first === undefined) return [];
  if (targets.length > 1)
    return [
      `${counted(others.length + 1, 'websites')} had another domain when tagged: Enter forgets those tags.`,
    ];
  const { domain, tags } = first;
  return [`Tagged ${tags.join(', ')} while it was ${domain || 'without a domain'}: Enter forgets that.`];
}
