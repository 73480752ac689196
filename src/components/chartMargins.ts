/** Columns before a chart. */
export const chartIndent = 3;

/** Columns that are left free beside a chart, on both sides together. */
export const chartMargins = chartIndent + 1;
