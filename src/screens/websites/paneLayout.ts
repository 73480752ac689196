/** How many lines each part of the pane has. */
interface PaneLayout {
  /** Blank lines between parts. */
  readonly air: 0 | 1;
  readonly chart: number;
  /** What stands out, in words. */
  readonly sentence: number;
  readonly attention: number;
}

/** Name, numbers, today, the heading of why with its three rows, and two lines of settings. */
const always = 9;
const leastChart = 5;
const mostChart = 10;

/** The lines of a pane of so many: without room the air goes first, then the sentence, then the chart. */
export function paneLayout(height: number, attention: number): PaneLayout {
  const reasons = Math.min(attention, 3);
  const withAll = height - always - reasons - 2;
  const gaps = reasons > 0 ? 5 : 4;
  if (withAll - gaps >= leastChart)
    return { air: 1, chart: Math.min(withAll - gaps, mostChart), sentence: 2, attention: reasons };
  if (withAll >= leastChart) return { air: 0, chart: withAll, sentence: 2, attention: reasons };
  const rest = withAll + 2;
  return { air: 0, chart: rest >= leastChart ? rest : 0, sentence: 0, attention: reasons };
}
