import { groupThousands, percent } from '#model/text/number.ts';

/** A cell as the service gave it: text is foreign, a number exact. Undefined where nothing is known. */
export type DataCell = string | number | boolean | undefined;

export interface DataColumn {
  /** The name programs read: "count_before". */
  readonly key: string;
  /** The name people read: "Before". */
  readonly title: string;
  /** A part of one, 0.25, which people read as "25%"; other numbers are counts. */
  readonly kind?: 'share' | undefined;
  /** Only for programs: people have it in another column or in words. */
  readonly forPrograms?: boolean | undefined;
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

/** A cell as programs read it: a number plain, a share to six decimals. */
export function plainCell(cell: DataCell, column: DataColumn | undefined): DataCell {
  return typeof cell === 'number' && column?.kind === 'share' ? Math.round(cell * 1e6) / 1e6 : cell;
}

/** A number as people read it, on screen, in a printed table and in Markdown alike: "12,345", "25%". */
export function numberText(number: number, { kind }: Pick<DataColumn, 'kind'>): string {
  return kind === 'share' ? percent(number, 1) : groupThousands(number);
}

export const exportFormats = ['csv', 'json', 'markdown'] as const;
export type ExportFormat = (typeof exportFormats)[number];
