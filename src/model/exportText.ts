import type { DataTable, ExportFormat } from './dataTable.ts';
import { toCsv } from './exportCsv.ts';
import { toJson } from './exportJson.ts';
import { toMarkdown } from './exportMarkdown.ts';
import type { Period } from './statistics.ts';

const formats: Readonly<
  Record<ExportFormat, { title: string; ending: string; write(table: DataTable): string }>
> = {
  csv: { title: 'CSV', ending: 'csv', write: toCsv },
  json: { title: 'JSON', ending: 'json', write: toJson },
  markdown: { title: 'Markdown', ending: 'md', write: toMarkdown },
};

export function exportText(table: DataTable, format: ExportFormat): string {
  return formats[format].write(table);
}

export function formatTitle(format: ExportFormat): string {
  return formats[format].title;
}

/** "shop.example.com-pages-2026-03-01-to-2026-03-30.csv": letters, digits, dots and hyphens, whatever the parts hold. */
export function exportFileName(
  parts: readonly (string | undefined)[],
  period: Period | undefined,
  format: ExportFormat,
): string {
  const days =
    period === undefined ? [] : period.from === period.to ? [period.from] : [period.from, 'to', period.to];
  const words = [...parts.map(part => fileWord(part ?? '')), ...days].filter(word => word !== '');
  return `${words.join('-') || 'sitedeck'}.${formats[format].ending}`;
}

/** The same name with the ending of another format, where it still has the ending of one. */
export function withEnding(path: string, format: ExportFormat): string {
  return path.replace(/\.(?:csv|json|md)$/i, `.${formats[format].ending}`);
}

function fileWord(part: string): string {
  const word = part
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '-');
  // No name begins with a dot, which hides the file, or ends in one.
  return word.slice(0, 80).replace(/^[-.]+|[-.]+$/g, '');
}
