import type { Part } from '#components/style.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { counted, groupThousands, percent } from '#model/text/number.ts';
import { caution } from '#model/why/whyWords.ts';
import type { State } from '#store/core/state.ts';
import { selectedWhyRow, type SelectedWhyRow } from '#store/statistics/why.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { rowName, shortDay } from './rowText.ts';

/** The selected row in full, else what everybody who reads the numbers has to know. */
export function whyDetail(state: State): Part {
  const selected = selectedWhyRow(state);
  if (selected === undefined) return { text: safeText(caution), tone: 'dim' };
  const facts = safeText(rowFacts(selected, state.capabilities));
  return { text: label`${rowName(selected.of, selected.row)}: ${facts}` };
}

/** "4,710 sessions, 392 before, 58% of all rises and falls." */
function rowFacts({ of, row }: SelectedWhyRow, capabilities: Capabilities): string {
  const { now, before, kind, days } = row;
  const counts = of === 'days' ? 'visitors' : countsOf(of, capabilities);
  const left = now === undefined ? unknown(kind, 'now') : counted(now, counts);
  const earlier =
    before === undefined ? unknown(kind, 'before') : `${groupThousands(before)} ${when(days?.before)}`;
  return `${left}, ${earlier}, ${percent(row.share, 1)} of all rises and falls.`;
}

function when(dayBefore: Day | undefined): string {
  return dayBefore === undefined ? 'before' : `on ${shortDay(dayBefore)}`;
}

/** Of a row that was not read on one side. */
function unknown(kind: string, side: 'now' | 'before'): string {
  return kind === 'notInTop' ? `not among the first 100 ${side}` : `none ${side}`;
}
