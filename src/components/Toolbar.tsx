import { Box } from 'ink';
import { textAtEnd, type TextValue } from '#text/textField.ts';
import { fitting } from '#text/columns.ts';
import { spaces } from '#text/fit.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { textWidth } from '#text/characters.ts';
import { Line } from './Line.tsx';
import { type Part, partsWidth } from './parts.ts';
import { TextField } from './Field.tsx';

export interface ToolbarItem {
  readonly title: SafeText;
  readonly value: SafeText;
  /** Items of the lowest priority are left out first. */
  readonly priority: number;
}

const searchTitle = label` Search `;

export function Toolbar(props: {
  readonly search?: { readonly text: string; readonly field: TextValue | undefined } | undefined;
  readonly items: readonly ToolbarItem[];
  readonly right: readonly Part[];
  readonly width: number;
  /** Its row on the screen, for the caret. */
  readonly y: number;
}) {
  const { search, items, right, width, y } = props;
  if (search === undefined)
    return <Line parts={itemParts(items, width - partsWidth(right) - 1)} right={right} width={width} />;
  const { text, field } = search;
  const fieldWidth = searchWidth(text, field, width);
  const rest = width - textWidth(searchTitle) - fieldWidth;
  const parts = itemParts(items, rest - partsWidth(right) - 1);
  return (
    <Box width={width} height={1}>
      <Line
        parts={[{ text: searchTitle, tone: field === undefined ? 'dim' : 'accent' }]}
        width={textWidth(searchTitle)}
      />
      {field === undefined && text === '' ? (
        <Line parts={[{ text: label`-` }, { text: spaces(fieldWidth - 1) }]} width={fieldWidth} />
      ) : (
        <TextField
          text={field ?? textAtEnd(text)}
          width={fieldWidth}
          focused={field !== undefined}
          at={{ x: textWidth(searchTitle), y }}
        />
      )}
      <Line parts={parts} right={right} width={rest} />
    </Box>
  );
}

/** A focused field has room to type; one that only shows its text takes what it needs. */
function searchWidth(text: string, field: TextValue | undefined, width: number): number {
  const most = Math.max(8, Math.floor(width / 3));
  if (field !== undefined) return most;
  // One column more than the text: a field keeps room for a caret behind it.
  return Math.min(most, textWidth(safeText(text)) + 1);
}

function itemParts(items: readonly ToolbarItem[], room: number): Part[] {
  const partsOf = ({ title, value }: ToolbarItem): Part[] => [
    { text: title === '' ? label`   ` : label`   ${title} `, tone: 'dim' },
    { text: value },
  ];
  return fitting(items, kept => partsWidth(kept.flatMap(partsOf)), room).flatMap(partsOf);
}
