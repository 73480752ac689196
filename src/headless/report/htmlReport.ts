import { numberText, type DataCell, type DataColumn, type DataTable } from '#model/export/dataTable.ts';
import { safeText } from '#terminal/safeText.ts';
import type { ReportSection } from './section.ts';

// Mail programs know little: Outlook lays out tables only, Gmail drops style sheets. So every element has its own style, and
// nothing is loaded from anywhere.
const styles = {
  body: 'margin:0;padding:16px;background:#ffffff;color:#1f2328;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px',
  frame: 'border-collapse:collapse;width:100%;max-width:720px',
  heading: 'margin:0 0 12px 0;font-size:20px;line-height:26px',
  section: 'margin:20px 0 8px 0;font-size:16px;line-height:22px',
  sentence: 'margin:0 0 8px 0',
  table: 'border-collapse:collapse;width:100%',
  title: 'padding:4px 8px;border-bottom:2px solid #d0d7de;color:#57606a;font-size:12px;font-weight:bold',
  cell: 'padding:4px 8px;border-bottom:1px solid #eaeef2',
} as const;

/** A report as a mail in HTML, which reads from top to bottom as text too. Text from the service is escaped. */
export function htmlReport(title: string, sections: readonly ReportSection[]): string {
  const parts = sections.flatMap(section => [
    ...(section.title === '' ? [] : [element('h2', styles.section, escape(section.title))]),
    ...section.sentences.map(words => element('p', styles.sentence, escape(words))),
    ...(section.table === undefined || section.table.rows.length === 0 ? [] : tableLines(section.table)),
  ]);
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><title>${escape(title)}</title></head>`,
    `<body style="${styles.body}">`,
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="${styles.frame}"><tr><td>`,
    element('h1', styles.heading, escape(title)),
    ...parts,
    '</td></tr></table>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function tableLines({ columns: all, rows }: DataTable): string[] {
  const columns = all
    .map((column, at) => ({ ...column, at, isNumber: rows.some(row => typeof row[at] === 'number') }))
    .filter(({ forPrograms }) => forPrograms !== true);
  const align = (isNumber: boolean) => `text-align:${isNumber ? 'right' : 'left'}`;
  const line = (tag: 'th' | 'td', style: string, text: (column: (typeof columns)[number]) => string) =>
    `<tr>${columns
      .map(column =>
        element(tag, `${style};${align(column.isNumber || column.key === 'change')}`, text(column)),
      )
      .join('')}</tr>`;
  return [
    `<table cellpadding="0" cellspacing="0" border="0" style="${styles.table}">`,
    line('th', styles.title, ({ title }) => escape(title)),
    ...rows.map(row => line('td', styles.cell, column => cellText(row[column.at], column))),
    '</table>',
  ];
}

function cellText(cell: DataCell, column: DataColumn): string {
  if (cell === undefined || cell === '') return '&nbsp;';
  return escape(typeof cell === 'number' ? numberText(cell, column) : String(cell));
}

function element(tag: string, style: string, inner: string): string {
  return `<${tag} style="${style}">${inner}</${tag}>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Foreign text as text: no tags, no attributes, nothing invisible. */
function escape(text: string): string {
  return safeText(text, 2000).replaceAll(/[&<>"']/g, character => entities[character] ?? '');
}
