import { Box, Text } from 'ink';
import { Table } from 'ink-table';
import type { ReactNode } from 'react';

const Title = ({ children }: { readonly children?: ReactNode }) => <Text dimColor>{children}</Text>;
const Cell = ({ children }: { readonly children?: ReactNode }) => <Text wrap="truncate-end">{children}</Text>;
/** ink-table draws a frame and a rule under every row; a key table is easier to read without. */
const NoRule = () => null;

/** Keys and what they do. Our own literals only: ink-table counts width by length. */
export function KeyTable({
  rows,
}: {
  readonly rows: readonly { readonly keys: string; readonly does: string }[];
}) {
  const data = rows.map(({ keys, does }) => ({ KEYS: keys, DOES: does }));
  return (
    <Box flexDirection="column" flexShrink={0}>
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
