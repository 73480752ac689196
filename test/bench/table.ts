import { holds, ratio, type Figure } from './figure.ts';

/** Two decimals below 100, thousands grouped; empty for nothing. */
export const number = (value: number | undefined) =>
  value === undefined
    ? ''
    : value >= 1000
      ? Math.round(value).toLocaleString('en')
      : value.toFixed(value >= 100 ? 0 : 2);

/** The figures as a table for the terminal. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(figure => [
    figure.name,
    `${number(figure.value)} ${figure.unit}`,
    figure.floor === undefined ? '' : `${number(figure.floor)} ${figure.unit}`,
    number(ratio(figure)),
    figure.limit === undefined ? '' : number(figure.limit),
    holds(figure) === undefined ? '' : holds(figure) === true ? 'holds' : 'MISSED',
    String(figure.runs),
    figure.note ?? '',
  ]);
  const all = [['what', 'measured', 'floor', 'ratio', 'limit', '', 'runs', ''], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map(row => row[column]?.length ?? 0))) ?? [];
  return all
    .map(row =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .map(line => line.trimEnd())
    .join('\n');
}
