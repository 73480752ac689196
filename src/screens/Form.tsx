import { Fragment, type ReactNode } from 'react';
import { Button, Field, fieldIndent } from '#components/Field.tsx';
import { Line } from '#components/Line.tsx';
import type { Part } from '#components/parts.ts';
import { bodyRows, hasSpacing, type Viewport } from '#store/display.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { textWidth } from '#text/characters.ts';
import { spaces, wrapSafe, wrapWithin } from '#text/fit.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { boxRows, hasBoxes, placeFields } from './layout.ts';
import { useAppState } from './storeView.ts';

const errorIndent = 3;
const leastBeside = 20;
const widestBox = 48;
const boxColumns = 4;

/** Where a field's value is drawn: its size, and where it begins, counted from the top left of the screen. */
export interface ValuePlace {
  readonly width: number;
  readonly height: number;
  /** Not where a question lies over the form: the caret stays away from it. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
}

export function Form<F extends string>(props: {
  readonly viewport: Viewport;
  readonly status: Part;
  readonly fields: readonly F[];
  readonly focused: F | 'save';
  readonly button: SafeText;
  readonly errors: Partial<Record<F, string | undefined>>;
  readonly hint: SafeText;
  isManyLines(field: F): boolean;
  /** Whether it is typed into: such a field has a box where there is room. */
  isTypedInto(field: F): boolean;
  isChanged(field: F): boolean;
  titleOf(field: F, isShort: boolean): SafeText;
  renderValue(field: F, place: ValuePlace): ReactNode;
}) {
  const { viewport, status, focused, button, hint, isChanged, titleOf, renderValue } = props;
  const width = viewport.columns;
  const isShort = width < 60;
  const indent = isShort ? 20 : fieldIndent;
  const gap = hasSpacing(viewport) ? 1 : 0;
  // A hint has its rows whether it fills them or not: the fields above it stay where they are.
  const hintRows = isShort ? 2 : 1;
  const hintLines = wrapWithin(hint, width - 4, hintRows);
  const rows = Math.max(1, bodyRows(viewport) - 1 - gap - hintRows);
  const isCovered = useAppState(({ navigation }) => topRoute(navigation.stack) !== navigation.view);
  const stops: readonly (F | 'save')[] = [...props.fields, 'save'];
  const isTypedInto = (stop: F | 'save') => stop !== 'save' && props.isTypedInto(stop);
  const withBoxes = hasBoxes(stops, isTypedInto, rows);
  const boxWidth = Math.min(widestBox, width - indent - 1);
  const errors = errorLines(props.errors, {
    beside: withBoxes ? width - indent - boxWidth - 2 : 0,
    below: width - errorIndent - 1,
  });
  const { placed, filled } = placeFields<F | 'save'>(
    {
      fields: stops,
      focused,
      errors: errors.below,
      isManyLines: stop => stop !== 'save' && props.isManyLines(stop),
      isBoxed: stop => withBoxes && isTypedInto(stop),
    },
    rows,
  );
  return (
    <>
      <Line parts={[{ text: label` ` }, status]} width={width} />
      {gap > 0 && <Line parts={[]} width={width} />}
      {placed.map(({ field, row, height, boxed, error }) =>
        field === 'save' ? (
          <Button key={field} title={button} focused={focused === 'save'} indent={indent} width={width} />
        ) : (
          <Fragment key={field}>
            <Field
              title={titleOf(field, isShort)}
              focused={field === focused}
              changed={isChanged(field)}
              isWrong={props.errors[field] !== undefined}
              indent={indent}
              height={height}
              boxWidth={boxed ? boxWidth : undefined}
              beside={errors.beside[field] ?? []}
              besideWidth={width - indent - boxWidth}
            >
              {renderValue(field, {
                width: boxed ? boxWidth - boxColumns : width - indent - 1,
                height,
                at: isCovered
                  ? undefined
                  : { x: indent + (boxed ? 2 : 0), y: 2 + gap + row + (boxed ? 1 : 0) },
              })}
            </Field>
            {errorParts(error, indent, width).map((parts, line) => (
              <Line key={line} parts={parts} width={width} />
            ))}
          </Fragment>
        ),
      )}
      {rows > filled && <Line parts={[]} width={width} />}
      {hintLines.map((text, line) => (
        <Line key={line} parts={[{ text: spaces(3) }, { text, tone: 'dim' }]} width={width} />
      ))}
    </>
  );
}

type Lines<F extends string> = Partial<Record<F, SafeText[]>>;

function errorLines<F extends string>(
  errors: Partial<Record<F, string | undefined>>,
  columns: { readonly beside: number; readonly below: number },
) {
  const lines: { beside: Lines<F | 'save'>; below: Lines<F | 'save'> } = { beside: {}, below: {} };
  for (const field in errors) {
    const error = errors[field];
    if (error === undefined) continue;
    const beside = columns.beside < leastBeside ? [] : wrapSafe(safeText(error), columns.beside);
    if (beside.length > 0 && beside.length <= boxRows + 1) lines.beside[field] = beside;
    else lines.below[field] = wrapSafe(safeText(error), columns.below);
  }
  return lines;
}

/** Below its field, further left where it needs the room. */
function errorParts(lines: readonly SafeText[], indent: number, width: number): Part[][] {
  const longest = Math.max(...lines.map(textWidth));
  const start = Math.max(errorIndent, Math.min(indent, width - longest - 1));
  return lines.map(text => [{ text: spaces(start) }, { text, tone: 'bad' }]);
}
