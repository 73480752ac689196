import type { OptionTable } from './optionTable.ts';

/** Of everything that changes something. The parser has the output kept quiet, so that no command has to look. */
export const quietOption = {
  quiet: { short: '-q', description: 'print nothing but errors' },
} as const satisfies OptionTable;
