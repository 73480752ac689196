import { Box, Text } from 'ink';
import { Table } from 'ink-table';
import type { ReactNode } from 'react';

export interface DayRow {
  readonly day: string;
  readonly weekday: string;
  readonly count: string;
  readonly change: string;
}

const Title = ({ children }: { readonly children?: ReactNode }) => <Text dimColor>{children}</Text>;
const Cell = ({ children }: { readonly children?: ReactNode }) => <Text wrap="truncate-end">{children}</Text>;
/** ink-table rules off every row: the days read better without. */
const NoRule = () => null;

/** A series day by day. Our own formatted dates and numbers only: ink-table counts width by length. */
export function DayTable(props: { readonly rows: readonly DayRow[]; readonly hasChanges: boolean }) {
  const { rows, hasChanges } = props;
  const data = rows.map(({ day, weekday, count, change }) => ({
    DAY: day,
    ' ': weekday,
    COUNT: count,
    CHANGE: change,
  }));
  return (
    <Box flexDirection="column" flexShrink={0} marginLeft={2}>
      <Table
        data={data}
        columns={[
          'DAY',
          ' ',
          { key: 'COUNT', align: 'right' },
          ...(hasChanges ? [{ key: 'CHANGE', align: 'right' } as const] : []),
        ]}
        padding={1}
        header={Title}
        cell={Cell}
        skeleton={NoRule}
      />
    </Box>
  );
}
