import type { Part } from '#components/style.ts';
import type { Mover } from '#model/statistics/movers.ts';
import { percent } from '#model/text/number.ts';
import { formatMark } from '#model/statistics/rowComparison.ts';
import { countsOf, statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import { failureLines } from '#screens/emptyMessages.ts';
import { type MoversRead, selectedMover } from '#store/statistics/movers.ts';
import type { State } from '#store/core/state.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import { changeText } from './moverCells.ts';

/** The caution about reading the numbers, in the longest form that fits beside the parts on the right. */
export function caution(width: number, right: readonly Part[]): SafeText {
  const room = right.reduce((left, { text }) => left - textWidth(text), width - 1);
  const whole = label` What moved together may have other causes: correlation, not cause.`;
  return textWidth(whole) <= room ? whole : label` Correlation, not cause.`;
}

/** The progress of reading, failed statistics, and those not read to the end. */
export function progressParts({ asked, read, loading, cut, failed, unknown }: MoversRead): Part[] {
  if (loading && read < asked) return [{ text: label`${read} of ${asked} read `, tone: 'warn' }];
  if (failed.length > 0) return [{ text: safeText(`not read: ${titles(failed)} `), tone: 'bad' }];
  if (unknown.length > 0)
    return [{ text: safeText(`no or not all detail before: ${titles(unknown)} `), tone: 'warn' }];
  return cut.length === 0 ? [] : [{ text: safeText(`first 100 of: ${titles(cut)} `), tone: 'dim' }];
}

/** The message in place of rows. `isChosen`: the user chose to compare with nothing. */
export function emptiness(
  { periods, error, loading, asked, read, unknown }: MoversRead,
  isChosen: boolean,
): {
  title: SafeText;
  tone?: 'dim' | 'bad';
  lines: SafeText[];
} {
  if (periods === undefined)
    return {
      title: label`Nothing to compare`,
      lines: [
        isChosen
          ? label`You chose to compare with nothing. Press c to choose what the period is compared with.`
          : label`Today is not over, so it is compared with nothing. Press t for a period with whole days.`,
      ],
    };
  if (loading || (read < asked && error === undefined))
    return { title: label`Reading both periods ...`, tone: 'dim', lines: [] };
  if (error !== undefined)
    return { title: label`The movers could not be read`, tone: 'bad', lines: failureLines(error) };
  if (unknown.length > 0)
    return {
      title: label`Changes are unknown`,
      lines: [label`There is no detail of the earlier days. Press t for later days, c for other ones.`],
    };
  return {
    title: label`Nothing moved`,
    lines: [label`Every count is as it was. Press t for another period, c to compare with another one.`],
  };
}

/** The selected mover in full. */
export function moverDetail(state: State): Part {
  const mover = selectedMover(state);
  if (mover === undefined) return { text: label`` };
  const { name, value, mark, share } = mover;
  const counts = countsOf(name, state.capabilities);
  const words =
    mark.kind === 'change' ? '' : `, ${formatMark(mark)}${mark.kind === 'notInTop' ? whereNot(mover) : ''}`;
  const facts = `${counts}${words}, ${percent(share, 1)} of their rises and falls`;
  return { text: label`${safeText(readableValue(name, value))}   ${changeText(mover)} ${safeText(facts)}` };
}

function whereNot({ now }: Mover): string {
  return now === undefined ? ' now' : ' before';
}

function titles(names: readonly Mover['name'][]): string {
  return names.map(name => statisticInfo(name).title.toLowerCase()).join(', ');
}
