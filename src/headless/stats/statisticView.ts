import { changeInk } from '#headless/output/paint.ts';
import type { TextCell } from '#headless/output/textTable.ts';
import type { TableView } from '#headless/output/write.ts';
import { change, formatChange } from '#model/comparison.ts';
import { percent } from '#model/number.ts';
import { describePeriod } from '#model/period.ts';
import { statisticInfo } from '#model/statisticCatalogue.ts';
import type { StatisticName } from '#model/statistics.ts';
import { titleOf, type TableEntry, type TableSubject } from '#model/statisticTables.ts';
import { readableValue } from '#model/statisticValue.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';

/** How a person reads a statistic: values in words, each with its share, or with its change where it is compared. */
export function statisticView(
  name: StatisticName,
  subject: TableSubject,
  entries: readonly TableEntry[],
): TableView {
  const { title } = statisticInfo(name);
  const sum = entries.reduce((total, { count = 0 }) => total + count, 0);
  const versus = subject.before === undefined ? '' : `, compared with ${describePeriod(subject.before)}`;
  const heading = `${title} of ${titleOf(subject)}, ${describePeriod(subject.period)}${versus}`;
  return {
    before: safeText(heading, 500),
    ...(entries.length === 0 ? { after: nothingWords(subject) } : {}),
    extra: {
      title: subject.before === undefined ? 'Share' : 'Change',
      cell: row => (subject.before === undefined ? share(row[1], sum) : changed(row[1], row[2])),
    },
    cell: (key, row, at) =>
      key === 'value' || key === 'day' || key === 'hour'
        ? { text: safeText(readableValue(name, String(row[at] ?? ''))) }
        : undefined,
  };
}

/** Of a search or a later page it would be wrong to say that nothing was counted. */
function nothingWords({ asked = {} }: TableSubject): SafeText {
  const isAll = (asked['search'] ?? '') === '' && (asked['page'] ?? 1) === 1;
  return isAll ? label`Nothing was counted.` : label`No such rows.`;
}

function share(count: unknown, sum: number): TextCell {
  return { text: safeText(typeof count === 'number' ? percent(count, sum) : ''), ink: 'dim' };
}

function changed(now: unknown, before: unknown): TextCell {
  const [count, earlier] = [now, before].map(value => (typeof value === 'number' ? value : undefined));
  const text = formatChange(change(count, earlier));
  return { text: safeText(text), ink: changeInk(text) };
}
