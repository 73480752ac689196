import { percent } from '#model/number.ts';
import { groupThousands } from '#model/number.ts';
import { readableValue } from '#model/statisticValue.ts';
import { statisticInfo } from '#model/statisticCatalogue.ts';
import { sum } from '#model/series.ts';
import type { State } from '#store/state.ts';
import type { Part } from '#components/style.ts';
import { label, safeText } from '#terminal/safeText.ts';

/** The selected row whole: a long path is cut in the table, never here before the line ends. */
export function statisticDetail({ statistic }: State): Part {
  const { name, list, position } = statistic;
  const row = list.data?.rows[position.selected];
  const info = statisticInfo(name);
  if (info.kind !== 'rows' || row === undefined) return { text: label`` };
  const share = percent(row.count, sum(list.data?.rows ?? []));
  const readable = readableValue(name, row.value);
  const raw = readable === row.value || row.value === '' ? label`` : label` (${safeText(row.value)})`;
  const counted = safeText(`${groupThousands(row.count)} ${info.counts}, ${share} of the rows shown`);
  return { text: label`${safeText(readable)}${raw}   ${counted}` };
}
