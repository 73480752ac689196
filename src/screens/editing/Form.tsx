import { Fragment, type ReactNode } from 'react';
import { Button, Field } from '#components/box/Field.tsx';
import { fieldEdges, frameColumns, frameSide } from '#components/box/frame.ts';
import { Line, Lines } from '#components/Line.tsx';
import { fitParts, type Part } from '#components/parts.ts';
import { insideWidth, Popup, PopupRule } from '#components/box/Popup.tsx';
import { textWidth } from '#text/characters.ts';
import { spaces, wrapSafe, wrapWithin } from '#text/fit.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { type FormLayout, placeFields, rowsAround } from './formLayout.ts';

const errorIndent = 3;

/** Where a field's value is drawn: its size, and where it begins, counted from the top left of the screen. */
export interface ValuePlace {
  readonly width: number;
  readonly height: number;
  /** Not where a question lies over the form: the caret stays away from it. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
}

export function Form<F extends string>(props: {
  readonly layout: FormLayout;
  readonly title: SafeText;
  /** At the right of the title: what has changed. */
  readonly note: Part;
  readonly fields: readonly F[];
  readonly focused: F | 'save';
  readonly button: SafeText;
  readonly isButtonLater?: boolean;
  readonly state: readonly Part[];
  readonly errors: Partial<Record<F, string | undefined>>;
  /** Below the fields, before their help. */
  readonly said: Part | undefined;
  /** A question lies over it. */
  readonly isCovered: boolean;
  isManyLines(field: F): boolean;
  isTypedInto(field: F): boolean;
  isChanged(field: F): boolean;
  titleOf(field: F, isShort: boolean): SafeText;
  /** In so many columns: what will be sent, or which websites are edited. Below the fields, as far as there is room. */
  readonly tail: (columns: number, rows: number) => readonly (readonly Part[])[];
  formerOf(field: F): SafeText | undefined;
  /** In lines of so many columns, below the fields; `rows`: beside the field, in so many. */
  helpOf(field: F | 'save', columns: number, rows?: number): readonly (readonly Part[])[];
  renderValue(field: F, place: ValuePlace): ReactNode;
}) {
  const { layout, focused, button, isChanged, titleOf, renderValue, helpOf, said } = props;
  const { place, indent, valueWidth, sideWidth, isShort, helpColumns, hasHelpBeside, hasBar, top } = layout;
  const width = insideWidth(place);
  const lookOf = (field: F) => (props.isTypedInto(field) ? layout.look : 'line');
  const stops: readonly (F | 'save')[] = hasBar ? props.fields : [...props.fields, 'save'];
  const around = (stop: F | 'save') => (stop === 'save' ? 0 : rowsAround(layout, lookOf(stop)));
  const placedWith = (errors: Lines<F | 'save'>) =>
    placeFields<F | 'save'>(
      {
        fields: stops,
        focused: hasBar && focused === 'save' ? (stops.at(-1) ?? focused) : focused,
        errors,
        isManyLines: stop => stop !== 'save' && props.isManyLines(stop),
        around,
      },
      layout.rows,
    );
  // What stands below a field must not cross the line down to the help.
  const ownWidth = hasHelpBeside ? indent + valueWidth : width;
  const wrongIn = (rowsOf: (field: F) => number) =>
    wrongLines(props.errors, {
      side: hasHelpBeside ? helpColumns : 0,
      rowsOf,
      below: ownWidth - errorIndent - 1,
    });
  const untouched = placedWith({}).placed;
  const beyond = wrongIn(field => untouched.find(each => each.field === field)?.rows ?? 1 + around(field));
  // Lines below a field take rows from the lists.
  const wrong = Object.keys(beyond.below).length === 0 ? beyond : wrongIn(field => 1 + around(field));
  const { placed, filled } = placedWith(wrong.below);
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
  const messageLines = said === undefined ? [] : wrapWithin(said.text, width - 4, layout.below);
  const below = [
    ...messageLines.map((text): Part[] => [{ ...said, text }]),
    ...(hasHelpBeside || hasUnder ? [] : helpOf(focused, width - 4)),
  ];
  const tail = layout.tail === 0 ? [] : props.tail(width - 2 * errorIndent, layout.tail - 1);
  const hasDivider = hasHelpBeside && said === undefined && tail.length === 0;
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
      title={button}
      focused={focused === 'save'}
      isLater={props.isButtonLater === true}
      indent={hasBar ? errorIndent : indent}
      right={hasBar ? props.state : []}
      width={width}
    />
  );
  return (
    <Popup place={place} title={props.title} note={props.note.text} noteTone={props.note.tone}>
      {blanks(top)}
      {placed.map(each => {
        const { field, row, height, rows, error } = each;
        if (field === 'save') return buttonLine;
        const look = lookOf(field);
        const edges = fieldEdges[look];
        return (
          <Fragment key={field}>
            <Field
              title={titleOf(field, isShort)}
              focused={field === focused}
              changed={isChanged(field)}
              note={props.formerOf(field)}
              isWrong={props.errors[field] !== undefined}
              look={look}
              indent={indent}
              valueWidth={valueWidth}
              height={height}
              rows={rows}
              sideLines={sideLines(
                wrong.side[field] ?? (hasHelpBeside ? helpOf(field, helpColumns, rows) : []),
                rows,
              )}
              sideWidth={sideWidth}
              under={underOf(each)}
            >
              {renderValue(field, {
                width: valueWidth - edges.columns,
                height,
                at: props.isCovered
                  ? undefined
                  : {
                      x: place.left + 1 + indent + edges.columns / 2,
                      y: place.top + 1 + top + row + edges.rows / 2,
                    },
              })}
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

type Lines<F extends string> = Partial<Record<F, readonly SafeText[]>>;

/** What is wrong stands beside its field, in place of its help, where there is room, else below it. */
function wrongLines<F extends string>(
  errors: Partial<Record<F, string | undefined>>,
  room: { readonly side: number; readonly below: number; rowsOf(field: F): number },
) {
  const lines: { side: Partial<Record<F | 'save', readonly Part[][]>>; below: Lines<F | 'save'> } = {
    side: {},
    below: {},
  };
  for (const field in errors) {
    const error = errors[field];
    if (error === undefined) continue;
    const sideLines = room.side === 0 ? [] : wrapSafe(safeText(error), room.side);
    if (sideLines.length > 0 && sideLines.length <= room.rowsOf(field))
      lines.side[field] = sideLines.map((text): Part[] => [{ text, tone: 'bad' }]);
    else lines.below[field] = wrapSafe(safeText(error), room.below);
  }
  return lines;
}

/** Below its field, further left where it needs the room. */
function errorParts(lines: readonly SafeText[], indent: number, width: number): Part[][] {
  const longest = Math.max(...lines.map(textWidth));
  const start = Math.max(errorIndent, Math.min(indent, width - longest - 1));
  return lines.map(text => [{ text: spaces(start) }, { text, tone: 'bad' }]);
}
