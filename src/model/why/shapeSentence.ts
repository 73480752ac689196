import { dayCount } from '#model/period/day.ts';
import { daysText, runsOf, runText } from '#model/period/format.ts';
import { statisticInfo } from '#model/service/capabilities.ts';
import type { Day, StatisticName } from '#model/statistics/statistics.ts';
import { counted, groupThousands, listed, percent } from '#text/words.ts';
import { isMoving, type Shape } from './shape.ts';

/** From so much a week on it is not little. */
const little = 0.1;
/** Fewer visitors a day are no level to say percents of. */
const fewest = 5;

/** "Since 28 October one level higher: ...", "A little more each week: ..."; undefined for days and chance. */
export function movingSentence(
  shape: Shape | undefined,
  year: number,
  counts = 'visitors',
): string | undefined {
  if (shape === undefined || !isMoving(shape)) return undefined;
  const { since, from, to, perWeek } = shape;
  const levels = `about ${counted(roughly(to), counts)} on an average day`;
  if (since !== undefined)
    return `Since ${daysText([since], year)} one level ${to > from ? 'higher' : 'lower'}: ${levels}, ${groupThousands(roughly(from))} before.`;
  const more = perWeek > 0 ? 'more' : 'less';
  const steadily = Math.abs(perWeek) < little ? `A little ${more}` : more === 'more' ? 'More' : 'Less';
  return `${steadily} each week, by about ${percent(Math.abs(perWeek), 1)}: ${levels} at the end, ${groupThousands(roughly(from))} at the beginning.`;
}

/** Of a day that is unusual: whether it is alone, one of several in a row, or among the last, of which nobody knows yet. */
export function daySentence(shape: Shape | undefined, day: Day, year: number): string | undefined {
  const run = runsOf(shape?.unusual ?? []).find(({ from, to }) => from <= day && day <= to);
  if (run === undefined) return undefined;
  if (run.from === shape?.open)
    return `Since ${daysText([run.from], year)}: too few days to say whether it stays.`;
  const days = dayCount(run);
  return days === 1
    ? 'Only on that day: the days around it are as usual.'
    : `One of ${days} unusual days in a row, ${runText(run, year)}.`;
}

/** Where nothing is found; how much days vary is said where that explains the total too. */
export function nothingSentence(
  shape: Shape | undefined,
  isTotalUsual: boolean,
  only: readonly StatisticName[] | undefined,
): string {
  const titles = only?.map(name => statisticInfo(name).title.toLowerCase());
  const nothing = `Nothing stands out${titles === undefined ? '' : ` in ${listed(['days', ...titles])}`}`;
  return shape?.kind === 'chance' && isTotalUsual && shape.from >= fewest && shape.varies >= 0.01
    ? `${nothing}: days vary by about ${percent(shape.varies, 1)} anyway.`
    : `${nothing}.`;
}

/** With two figures: it is what an average day would have, not a count. */
function roughly(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.round(count / unit) * unit;
}
