import { Box, Text } from 'ink';
import { Table } from 'ink-table';
import type { ReactNode } from 'react';
import { cutEnd } from '#text/fit.ts';
import { safeText } from '#text/safeText.ts';
import { inkStyle, type Part } from './parts.ts';

export interface KeyLine {
  readonly keys: string;
  readonly action: string;
  readonly look: 'heading' | 'plain' | 'dim' | 'selected' | 'blank';
}

interface CellProps {
  /** 0 is that of the keys. */
  readonly column: number;
  readonly children?: ReactNode;
}

/** Columns of the keys, and those that ink-table puts around a cell. */
const keysWidth = 6;
const padding = 1;

type Style = Omit<Part, 'text'>;

const styles: Readonly<Record<KeyLine['look'], { readonly keys: Style; readonly action: Style }>> = {
  heading: { keys: {}, action: { bold: true } },
  plain: { keys: { tone: 'accent', bold: true, on: 'selection' }, action: {} },
  dim: { keys: { tone: 'dim' }, action: { tone: 'dim' } },
  selected: {
    keys: { tone: 'accent', bold: true, on: 'selection' },
    action: { tone: 'accent', bold: true, on: 'selection' },
  },
  blank: { keys: {}, action: {} },
};

const cellOf = (look: KeyLine['look']) =>
  function Cell({ column, children }: CellProps) {
    const text = typeof children === 'string' ? children : '';
    if (column !== 0)
      return (
        <Text wrap="truncate-end" {...inkStyle(styles[look].action)}>
          {text}
        </Text>
      );
    // Keys stand at the right of their column, on a background of their own width.
    const plate = Math.max(0, text.length - text.trimStart().length - padding);
    return (
      <Text wrap="truncate-end">
        {look === 'selected' && plate > 0 ? `>${text.slice(1, plate)}` : text.slice(0, plate)}
        <Text {...inkStyle(styles[look].keys)}>{text.slice(plate)}</Text>
      </Text>
    );
  };

const cells = {
  heading: cellOf('heading'),
  plain: cellOf('plain'),
  dim: cellOf('dim'),
  selected: cellOf('selected'),
  blank: cellOf('blank'),
};

/** ink-table draws a frame and a rule under every row; a key table is easier to read without. */
const NoRule = () => null;

/** Keys and what they do. Our own literals only: ink-table counts width by length. */
export function KeyTable({ lines, width }: { readonly lines: readonly KeyLine[]; readonly width: number }) {
  const room = Math.max(1, width - keysWidth - 4 * padding);
  const dataOf = ({ keys, action }: KeyLine) => ({
    KEYS: fitted(keys).padStart(keysWidth),
    DOES: cutEnd(safeText(action), room).padEnd(room),
  });
  // ink-table has one style for all its rows: those of another look are a table of their own.
  return (
    <Box flexDirection="column" flexShrink={0} width={width}>
      {alike(lines).map((stretch, index) => (
        <Table
          // ink-table keeps the cells that it began with: lines of another look are another table.
          key={`${index} ${stretch[0]?.look}`}
          data={stretch.map(dataOf)}
          columns={['KEYS', 'DOES']}
          padding={padding}
          header={NoRule}
          cell={cells[stretch[0]?.look ?? 'blank']}
          skeleton={NoRule}
        />
      ))}
    </Box>
  );
}

/** As many of the keys as fit. */
function fitted(keys: string): string {
  return keys.length <= keysWidth ? keys : fitted(keys.slice(0, Math.max(0, keys.lastIndexOf(' '))));
}

function alike(lines: readonly KeyLine[]): KeyLine[][] {
  const stretches: KeyLine[][] = [];
  for (const line of lines) {
    const last = stretches.at(-1);
    if (last?.[0]?.look === line.look) last.push(line);
    else stretches.push([line]);
  }
  return stretches;
}
