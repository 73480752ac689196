/** The most rows of one answer, or of one list made of several: those behind them are left out, which is said. */
export const mostRows = 50_000;
