import type { SQLOutputValue } from 'node:sqlite';

type Column = SQLOutputValue | undefined;

// The value of a column as its type; 0, empty text or null where it has another one or is missing.

export function integer(column: Column): number {
  return typeof column === 'number' ? column : Number(column ?? 0);
}

export function text(column: Column): string {
  return typeof column === 'string' ? column : '';
}

export function optionalText(column: Column): string | null {
  return typeof column === 'string' ? column : null;
}
