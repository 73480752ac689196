import type { Column } from '#components/tableLayout.ts';

export type WebsiteColumn = 'domain' | 'privacy' | 'bots' | 'email' | 'created' | 'id';

/** The columns of the list, dropped from the lowest priority up where there is no room. */
export const websiteColumns: readonly Column<WebsiteColumn>[] = [
  { key: 'domain', title: 'DOMAIN', width: 20, grow: 1, most: 48, priority: 9, cut: 'middle' },
  { key: 'privacy', title: 'PRIVACY', width: 8, priority: 8 },
  { key: 'bots', title: 'BOTS', width: 8, priority: 6 },
  { key: 'email', title: 'EMAIL', width: 7, priority: 5 },
  { key: 'created', title: 'CREATED', width: 11, priority: 4, align: 'right' },
  { key: 'id', title: 'ID', width: 6, priority: 3, align: 'right' },
];
