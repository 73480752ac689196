import { exportFormats, type DataTable, type ExportFormat } from './dataTable.ts';
import { toCsv } from './exportCsv.ts';
import { toJson } from './exportJson.ts';
import { toMarkdown } from './exportMarkdown.ts';
import type { Period } from '#model/statistics/statistics.ts';

const formats: Readonly<
  Record<ExportFormat, { title: string; ending: string; write(table: DataTable): string }>
> = {
  csv: { title: 'CSV', ending: 'csv', write: toCsv },
  json: { title: 'JSON', ending: 'json', write: toJson },
  markdown: { title: 'Markdown', ending: 'md', write: toMarkdown },
};

/** What a view is exported as: its data in a format, or what the screen shows of it. */
export const exportKinds = [...exportFormats, 'picture'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The whole table in a format, with a line feed at its end. */
export function exportText(table: DataTable, format: ExportFormat): string {
  return formats[format].write(table);
}

export function kindTitle(kind: ExportKind): string {
  return kind === 'picture' ? 'Picture (SVG)' : formats[kind].title;
}

function endingOf(kind: ExportKind): string {
  return kind === 'picture' ? 'svg' : formats[kind].ending;
}

/** The limit of file systems, in bytes of UTF-8. */
const longestName = 255;

/**
 * "shop.example.com-pages-2026-03-01-to-2026-03-30.csv": letters, digits, dots and hyphens, whatever the parts contain;
 * long parts are cut, so that every file system accepts the name.
 */
export function exportFileName(
  parts: readonly (string | undefined)[],
  period: Period | undefined,
  kind: ExportKind,
): string {
  const days =
    period === undefined ? [] : period.from === period.to ? [period.from] : [period.from, 'to', period.to];
  const end = [...days.map(day => `-${day}`), `.${endingOf(kind)}`].join('');
  const room = Math.min(80, Math.floor((longestName - end.length) / parts.length) - 1);
  const words = parts.map(part => fileWord(part ?? '', room)).filter(word => word !== '');
  return (words.join('-') || 'sitedeck') + end;
}

/** Replaces the extension of one kind with that of another one. */
export function withEnding(path: string, kind: ExportKind): string {
  return path.replace(/\.(?:csv|json|md|svg)$/i, `.${endingOf(kind)}`);
}

/** A part of a file name, of at most this many bytes. */
function fileWord(part: string, room: number): string {
  const word = part
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '-');
  const { read } = new TextEncoder().encodeInto(word, new Uint8Array(room));
  // A file name must not begin with a dot, which hides the file, or end in one.
  return word.slice(0, read).replace(/^[-.]+|[-.]+$/g, '');
}
