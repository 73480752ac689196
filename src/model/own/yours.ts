import type { StatisticName } from '#model/statistics/statistics.ts';
import type { OwnCommand } from './command.ts';
import type { OwnKeys } from './keys.ts';
import { type ColumnName, noLists, type OwnLists } from './lists.ts';

/** What somebody has written into config.yaml, as far as it is right. */
export interface Yours {
  readonly commands: readonly OwnCommand[];
  readonly keys: OwnKeys;
  /** Of a dashboard. */
  readonly panels: OwnLists<StatisticName>;
  /** Of the list of websites. */
  readonly columns: OwnLists<ColumnName>;
}

export const nothingYours: Yours = { commands: [], keys: {}, panels: noLists, columns: noLists };
