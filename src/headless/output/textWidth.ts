import type { Printer } from './printer.ts';

/** Columns where the output is no terminal, as in mail and cron. */
const usualWidth = 80;
const widest = 160;

/** The columns of a page of text: those asked for, else the terminal's. */
export function textWidthOf(options: { readonly width?: number | undefined }, { columns }: Printer): number {
  return options.width ?? Math.min(columns ?? usualWidth, widest);
}
