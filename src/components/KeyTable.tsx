import { Box, Text } from 'ink';
import { Table } from 'ink-table';
import type { ReactNode } from 'react';
import { cutEnd } from '#terminal/fit.ts';
import { safeText } from '#terminal/safeText.ts';

export interface KeyTableRow {
  readonly keys: string;
  readonly does: string;
}

const Title = ({ children }: { readonly children?: ReactNode }) => <Text dimColor>{children}</Text>;
const Cell = ({ children }: { readonly children?: ReactNode }) => <Text wrap="truncate-end">{children}</Text>;
/** ink-table draws a frame and a rule under every row; a key table is easier to read without. */
const NoRule = () => null;

/** Columns around and between the two of the table. */
const margins = 4;

/** Keys and what they do. Our own literals only: ink-table counts width by length. */
export function KeyTable({ rows, width }: { readonly rows: readonly KeyTableRow[]; readonly width: number }) {
  const keysWidth = Math.max(4, ...rows.map(({ keys }) => keys.length));
  const room = Math.max(1, width - keysWidth - margins);
  const data = rows.map(({ keys, does }) => ({ KEYS: keys, DOES: cutEnd(safeText(does), room) }));
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
