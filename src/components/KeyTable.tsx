import { Box, Text } from 'ink';
import { Table } from 'ink-table';
import type { ReactNode } from 'react';
import { cutEnd } from '#terminal/fit.ts';
import { safeText } from '#terminal/safeText.ts';
import { inkStyle } from './style.ts';

export interface KeyTableRow {
  readonly keys: string;
  readonly does: string;
}

const Title = ({ children }: { readonly children?: ReactNode }) => (
  <Text {...inkStyle({ tone: 'dim' })}>{children}</Text>
);
const Cell = ({ children }: { readonly children?: ReactNode }) => <Text wrap="truncate-end">{children}</Text>;
/** ink-table draws a frame and a rule under every row; a key table is easier to read without. */
const NoRule = () => null;

/** Columns around and between the two of the table. */
const margins = 4;

/** Keys and what they do. Our own literals only: ink-table counts width by length. */
export function KeyTable(props: {
  readonly rows: readonly KeyTableRow[];
  /** Columns of the keys, where it has to be more than these rows need. */
  readonly keysWidth?: number;
  readonly width: number;
}) {
  const { rows, width } = props;
  const keysWidth = Math.max(props.keysWidth ?? 4, widestKeys(rows));
  const room = Math.max(1, width - keysWidth - margins);
  const data = rows.map(({ keys, does }) => ({
    KEYS: keys.padEnd(keysWidth),
    DOES: cutEnd(safeText(does), room),
  }));
  return (
    <Box flexDirection="column" flexShrink={0} width={width}>
      <Table
        data={data}
        columns={['KEYS', 'DOES']}
        padding={1}
        header={Title}
        cell={Cell}
        skeleton={NoRule}
      />
    </Box>
  );
}

export function widestKeys(rows: readonly KeyTableRow[]): number {
  return Math.max(0, ...rows.map(({ keys }) => keys.length));
}
