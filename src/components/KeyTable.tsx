import { Box, Text } from 'ink';
import { Table } from 'ink-table';
import type { ReactNode } from 'react';
import { roomBesideKeys, widestKeys, type KeyLine } from '#text/keyLines.ts';
import { cutEnd } from '#text/fit.ts';
import { safeText } from '#text/safeText.ts';
import { inkStyle } from './parts.ts';

interface CellProps {
  readonly children?: ReactNode;
}

const Title = ({ children }: CellProps) => <Text {...inkStyle({ tone: 'dim' })}>{children}</Text>;
const Cell = ({ children }: CellProps) => <Text wrap="truncate-end">{children}</Text>;
const DimCell = ({ children }: CellProps) => (
  <Text wrap="truncate-end" {...inkStyle({ tone: 'dim' })}>
    {children}
  </Text>
);
const Heading = ({ children }: CellProps) => (
  <Text wrap="truncate-end" {...inkStyle({ tone: 'accent', bold: true })}>
    {children}
  </Text>
);
/** ink-table draws a frame and a rule under every row; a key table is easier to read without. */
const NoRule = () => null;

/** Keys and what they do. Our own literals only: ink-table counts width by length. */
export function KeyTable(props: {
  readonly rows: readonly KeyLine[];
  /** Columns of the keys, where it has to be more than these rows need. */
  readonly keysWidth?: number;
  readonly width: number;
}) {
  const { rows, width } = props;
  const keysWidth = Math.max(props.keysWidth ?? 4, widestKeys(rows));
  const room = roomBesideKeys(keysWidth, width);
  const cellsOf = ({ keys, does }: KeyLine) => ({
    KEYS: keys.padEnd(keysWidth),
    DOES: cutEnd(safeText(does), room),
  });
  // ink-table has one style for all its rows: those that are dim are a table of their own, below the same titles.
  return (
    <Box flexDirection="column" flexShrink={0} width={width}>
      {alike(rows).map((lines, index) => (
        <Table
          // ink-table keeps the cells that it began with: lines of another look are another table.
          key={`${index} ${lookOf(lines[0])}`}
          data={lines.map(cellsOf)}
          columns={['KEYS', 'DOES']}
          padding={1}
          header={index === 0 ? Title : NoRule}
          cell={cells[lookOf(lines[0])]}
          skeleton={NoRule}
        />
      ))}
    </Box>
  );
}

const cells = { heading: Heading, dim: DimCell, plain: Cell };

function lookOf(line: KeyLine | undefined): keyof typeof cells {
  if (line?.isHeading === true) return 'heading';
  return line?.isDim === true ? 'dim' : 'plain';
}

/** Consecutive lines that look alike; at least one stretch of them. */
function alike(lines: readonly KeyLine[]): KeyLine[][] {
  const stretches: KeyLine[][] = [];
  for (const line of lines) {
    const last = stretches.at(-1);
    if (last === undefined || lookOf(last[0]) !== lookOf(line)) stretches.push([line]);
    else last.push(line);
  }
  return stretches.length === 0 ? [[]] : stretches;
}
