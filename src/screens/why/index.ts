import type { Part } from '#components/parts.ts';
import { describePeriod, weekdayName } from '#model/period/format.ts';
import { type Capabilities, countsOf } from '#model/service/capabilities.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { caution } from '#model/why/sentence.ts';
import { whyTable } from '#model/why/table.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { failureMessage, goBack, messageOf, type ScreenMessage } from '#screens/messages.ts';
import { titleOfWebsite } from '#screens/words.ts';
import { type ExportSource, nothingRead, sourceOf, subjectOf } from '#store/exporting.ts';
import { selectedValue } from '#store/navigation/screenRules.ts';
import { numberWords, siteOf } from '#store/navigation/viewCommand.ts';
import { type WhyRead, whyRead, type WhySubject } from '#store/queries/why.ts';
import type { State } from '#store/state.ts';
import { isReadingWhy, selectedWhyRow, type SelectedWhyRow } from '#store/views/why.ts';
import { readDomain } from '#store/websites/records.ts';
import { label, safeText } from '#text/safeText.ts';
import { counted, groupThousands, percent } from '#text/words.ts';
import { whyCommands, whyNoPeriod } from './commands.ts';
import { partTitle, rowName, shortDay } from './groupLines.ts';

/** The message in place of the groups, where nothing can be explained; undefined while something is or will be. */
export function emptiness(state: State, { day }: WhySubject, read: WhyRead): ScreenMessage | undefined {
  const { facts, periods, loading, error } = read;
  if (facts !== undefined || loading) return undefined;
  if (error !== undefined) return failureMessage(label`The visitors could not be read`, error, state.profile);
  if (periods === undefined && day === undefined)
    return messageOf({
      title: label`Nothing to compare`,
      ...(state.comparison.baseline === undefined
        ? {
            lines: [label`You chose to compare with nothing.`],
            asks: [{ key: 'c', does: label`compare`, to: label`to choose what the period is compared with` }],
          }
        : {
            lines: [label`Today is not over, so it is compared with nothing.`],
            asks: [{ key: 't', does: label`period`, to: label`for a period with whole days` }],
          }),
    });
  if (periods === undefined && day !== undefined && read.answered > 0)
    return messageOf({
      title: label`Nothing to compare`,
      lines: [
        label`There is no ${safeText(weekdayName(day))} before ${safeText(describePeriod({ from: day, to: day }))} that is known: the website is younger.`,
      ],
      asks: [goBack],
    });
  return messageOf({
    title: label`Not read`,
    tone: 'dim',
    asks: [{ key: 'r', does: label`read`, to: label`to read it` }],
  });
}

/** The selected row in full, else what everybody who reads the numbers has to know. */
function whyDetail(state: State): Part {
  const selected = selectedWhyRow(state);
  if (selected === undefined) return { text: safeText(caution), tone: 'dim' };
  const facts = safeText(rowFacts(selected, state.capabilities));
  return { text: label`${rowName(selected.part, selected.row)}: ${facts}` };
}

/** "4,710 sessions, 392 before, 58% of all rises and falls." */
function rowFacts({ part, row }: SelectedWhyRow, capabilities: Capabilities): string {
  const { now, before, kind, days } = row;
  const counts = part === 'days' ? 'visitors' : countsOf(part, capabilities);
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

export const whyScreen: ScreenDefinition<'why'> = {
  screen: 'why',
  view: async () => (await import('./Screen.tsx')).WhyScreen,
  commands: whyCommands,
  title: (state, { websiteId, day, group }) => [
    titleOfWebsite(state, websiteId),
    label`Why`,
    ...(day === undefined ? [] : [safeText(shortDay(day))]),
    ...(group === undefined ? [] : [partTitle(group)]),
  ],
  detail: whyDetail,
  asks: (state, route) => emptiness(state, route, whyRead(state, route))?.asks ?? [],
  load(state, route, force) {
    readDomain(state, route);
    state.why.open(route, force);
  },
  escapeTarget: state => (isReadingWhy(state) ? 'reading' : undefined),
  hasPeriod: true,
  whyNoPeriod,
  explained(state, { websiteId }) {
    const days = selectedWhyRow(state)?.row.days;
    return days === undefined
      ? 'w explains a day: select one of the group Days.'
      : { websiteId, day: days.now };
  },
  exported: (state, { websiteId, day }) => exported(state, { websiteId, day }),
  whyNoExport: (state, { websiteId, day }) =>
    whyRead(state, { websiteId, day }).facts === undefined ? nothingRead : undefined,
  selected(state, { websiteId }) {
    const found = selectedWhyRow(state);
    if (found === undefined) return undefined;
    return found.part === 'days'
      ? { value: found.row.value, url: undefined }
      : selectedValue(state, websiteId, found.part, found.row);
  },
  commandWords: (state, { websiteId, day }) => [
    'why',
    siteOf(state, websiteId),
    ...(day === undefined ? numberWords(state) : ['--from', day, '--to', day]),
  ],
};

function exported(state: State, subject: WhySubject): ExportSource | undefined {
  const { facts, periods } = whyRead(state, subject);
  if (facts === undefined || periods === undefined) return undefined;
  const whole = subjectOf(state, subject.websiteId, periods.now);
  return sourceOf(
    whole,
    whyTable(whole, facts, { periods, leftOut: Object.values(state.capabilities.refused ?? {}) }),
    'why',
  );
}
