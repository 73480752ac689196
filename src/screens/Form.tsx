import { Fragment, type ReactNode } from 'react';
import { Field, fieldIndent } from '#components/Field.tsx';
import { Line } from '#components/Line.tsx';
import type { Part } from '#components/style.ts';
import { useAppState } from '#screens/useAppState.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { bodyRows, hasSpacing, type Viewport } from '#store/core/viewport.ts';
import { spaces } from '#terminal/fit.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';
import { placeFields } from './formLayout.ts';

/** The least columns before an error. */
const errorIndent = 3;

/** Where a field's value is drawn: its size, and where it begins, counted from the top left of the screen. */
export interface ValuePlace {
  readonly width: number;
  readonly height: number;
  /** Undefined while a dialog covers the form: then no caret is drawn. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
}

/** A form that fills the screen: its state, its fields, and a hint for the focused one. */
export function Form<F extends string>(props: {
  readonly viewport: Viewport;
  readonly status: Part;
  readonly fields: readonly F[];
  readonly focused: F;
  readonly errors: Partial<Record<F, string | undefined>>;
  readonly hint: SafeText;
  isManyLines(field: F): boolean;
  isChanged(field: F): boolean;
  /** `isShort`: for little room. */
  titleOf(field: F, isShort: boolean): SafeText;
  renderValue(field: F, place: ValuePlace): ReactNode;
}) {
  const { viewport, status, focused, hint, isChanged, titleOf, renderValue } = props;
  const width = viewport.columns;
  const isShort = width < 60;
  const indent = isShort ? 20 : fieldIndent;
  const gap = hasSpacing(viewport) ? 1 : 0;
  // The hint always has the same number of rows, so that the fields above it do not move.
  const hintRows = isShort ? 2 : 1;
  const hintLines = wrapSafe(hint, width - 4).slice(0, hintRows);
  const rows = Math.max(1, bodyRows(viewport) - 1 - gap - hintRows);
  const isCovered = useAppState(({ navigation }) => topRoute(navigation.stack) !== navigation.view);
  const errors = errorLines(props.errors, width);
  const { placed, filled } = placeFields({ ...props, errors }, rows);
  return (
    <>
      <Line parts={[{ text: label` ` }, status]} width={width} />
      {gap > 0 && <Line parts={[]} width={width} />}
      {placed.map(({ field, row, height, error }) => (
        <Fragment key={field}>
          <Field
            title={titleOf(field, isShort)}
            focused={field === focused}
            changed={isChanged(field)}
            indent={indent}
          >
            {renderValue(field, {
              width: width - indent - 1,
              height,
              at: isCovered ? undefined : { x: indent, y: 2 + gap + row },
            })}
          </Field>
          {errorParts(error, indent, width).map((parts, line) => (
            <Line key={line} parts={parts} width={width} />
          ))}
        </Fragment>
      ))}
      {rows > filled && <Line parts={[]} width={width} />}
      {hintLines.map((text, line) => (
        <Line key={line} parts={[{ text: spaces(3) }, { text, tone: 'dim' }]} width={width} />
      ))}
    </>
  );
}

function errorLines<F extends string>(errors: Partial<Record<F, string | undefined>>, width: number) {
  const lines: Partial<Record<F, SafeText[]>> = {};
  for (const field in errors) {
    const error = errors[field];
    if (error !== undefined) lines[field] = wrapSafe(safeText(error), width - errorIndent - 1);
  }
  return lines;
}

/** Below its field, further left where it needs the room. */
function errorParts(lines: readonly SafeText[], indent: number, width: number): Part[][] {
  const longest = Math.max(...lines.map(textWidth));
  const start = Math.max(errorIndent, Math.min(indent, width - longest - 1));
  return lines.map(text => [{ text: spaces(start) }, { text, tone: 'bad' }]);
}
