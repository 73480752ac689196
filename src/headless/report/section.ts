import type { DataTable } from '#model/export/dataTable.ts';

/** A part of a report: sentences, then a table. All its text may be foreign. */
export interface ReportSection {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly table?: DataTable | undefined;
}
