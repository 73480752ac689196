import type { DataTable } from '#model/export/dataTable.ts';
import type { Period } from '#model/statistics/statistics.ts';
import { viewRules } from '#store/navigation/screenRules.ts';
import type { Remote } from '#store/core/remote.ts';
import type { State } from '#store/core/state.ts';

/** The data of the view, exact. */
export interface ExportSource {
  readonly table: DataTable;
  /** Parts of the file name: the website, and the statistic or view. */
  readonly nameParts: readonly string[];
  readonly period: Period;
}

/** Undefined where the view has no numbers, or none yet. */
export function exportSource(state: State): ExportSource | undefined {
  return viewRules(state).exported?.(state, state.navigation.view);
}

/** Why a view has nothing to export. */
export const nothingRead = 'There is nothing to export yet: wait until it is read.';

/** Whether something of a website, or of one of its statistics, is read: the keys of `stats` begin with these. */
export function hasRead(slots: Readonly<Record<string, Remote<unknown>>>, of: readonly string[]): boolean {
  const start = `${of.join(' ')} `;
  return Object.entries(slots).some(([key, { data }]) => data !== undefined && key.startsWith(start));
}
