/** A cell as the service gave it: text is foreign, a number exact. Undefined where nothing is known. */
export type DataCell = string | number | boolean | undefined;

export interface DataColumn {
  /** The name programs read: "count_before". */
  readonly key: string;
  /** The name people read: "Before". */
  readonly title: string;
}

/** Numbers on their way out of the program, in whichever format. */
export interface DataTable {
  /** What they are of, for the heading: "Pages of shop.example.com". Foreign text. */
  readonly title: string;
  /** What was asked and what is left out, by names that programs read: `{website: '7', from: '2026-03-01'}`. */
  readonly about: Readonly<Record<string, DataCell>>;
  readonly columns: readonly DataColumn[];
  /** A cell for every column, in their order. */
  readonly rows: readonly (readonly DataCell[])[];
}

export const exportFormats = ['csv', 'json', 'markdown'] as const;
export type ExportFormat = (typeof exportFormats)[number];
