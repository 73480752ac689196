import { formatDayShort, weekdayName } from '#model/period/day.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { change, formatChange } from '#model/statistics/comparison.ts';
import { countsOf, statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import { counted } from '#model/text/number.ts';
import type { Website } from '#model/website/website.ts';
import { firstDays, type WhyFacts } from '#model/why/whyFacts.ts';
import { firstRows, type WhyGroup } from '#model/why/whyGroup.ts';
import type { WhyPeriods } from '#model/why/whyPlan.ts';
import { groupNote, rowMark } from '#model/why/whyWords.ts';

/** What is printed of a change. */
export interface WhyPrinted {
  readonly website: Website;
  readonly capabilities: Capabilities;
  readonly timeZone: string;
  readonly periods: WhyPeriods;
  readonly facts: WhyFacts;
  /** Why statistics are left out, a sentence each. */
  readonly leftOut: readonly string[];
  /** How many rows of each section. */
  readonly rows: number;
}

/** The days, or the rows of a statistic, for people: the first ones, and the others in one line. */
export interface WhySection {
  readonly title: string;
  readonly counts: string;
  /** How well it explains; empty where a row stands out. */
  readonly note: string;
  readonly rows: readonly WhySectionRow[];
}

export interface WhySectionRow {
  /** Foreign text. */
  readonly title: string;
  readonly change: number;
  readonly isAtLeast: boolean;
  /** "new", "gone", "+12%" or nothing. */
  readonly mark: string;
  /** Its part of all rises and falls of the section, 0 to 1; undefined for the others together. */
  readonly share: number | undefined;
}

/** The days where there are several, then the statistics, the one that explains best first. */
export function whySections({ facts, periods, capabilities, rows }: WhyPrinted): WhySection[] {
  const { from, to } = periods.now;
  const groups = facts.groups.map(group => rowsOf(group, rows, capabilities));
  return from === to ? groups : [daysOf(facts, rows), ...groups];
}

function daysOf(facts: WhyFacts, count: number): WhySection {
  const { days, others, otherChange } = firstDays(facts, count);
  const moved = facts.days.reduce((sum, day) => sum + Math.abs(day.change), 0);
  return {
    title: 'Days',
    counts: 'visitors',
    note: facts.days.length === 0 ? 'nothing changed' : '',
    rows: [
      ...days.map(({ day, now, before, change: by }) => ({
        title: `${weekdayName(day).slice(0, 3)} ${formatDayShort(day)}`,
        change: by,
        isAtLeast: false,
        mark: formatChange(change(now, before)),
        share: Math.abs(by) / moved,
      })),
      ...othersOf(counted(others, 'other days'), others, otherChange),
    ],
  };
}

function rowsOf(group: WhyGroup, count: number, capabilities: Capabilities): WhySection {
  const { rows, others, otherChange } = firstRows(group, count);
  return {
    title: statisticInfo(group.name).title,
    counts: countsOf(group.name, capabilities),
    note: groupNote(group),
    rows: [
      ...rows.map(row => ({
        title: readableValue(group.name, row.value),
        change: row.change,
        isAtLeast: row.isAtLeast,
        mark: rowMark(row),
        share: row.share,
      })),
      ...othersOf(counted(others, 'others'), others, otherChange),
    ],
  };
}

function othersOf(title: string, count: number, change: number): WhySectionRow[] {
  return count === 0 ? [] : [{ title, change, isAtLeast: false, mark: '', share: undefined }];
}
