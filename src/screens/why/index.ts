import { whyTable } from '#model/why/whyTable.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { titleOfWebsite } from '#screens/websiteTitle.ts';
import { sourceOf, subjectOf } from '#store/exporting/exportEntries.ts';
import { nothingRead, type ExportSource } from '#store/exporting/exportSource.ts';
import { selectedValue } from '#store/navigation/selected.ts';
import { numberWords, siteOf } from '#store/navigation/viewCommand.ts';
import { isReadingWhy, selectedWhyRow } from '#store/statistics/why.ts';
import { whyRead, type WhySubject } from '#store/statistics/whyRead.ts';
import { readDomain } from '#store/websites/records.ts';
import type { State } from '#store/core/state.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { whyCommands, whyNoPeriod } from './commands.ts';
import { emptiness } from './emptiness.ts';
import { partTitle, shortDay } from './rowText.ts';
import { whyDetail } from './whyDetail.ts';

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
    return found.of === 'days'
      ? { value: found.row.value, url: undefined }
      : selectedValue(state, websiteId, found.of, found.row);
  },
  commandWords: (state, { websiteId, day }) => [
    'why',
    siteOf(state, websiteId),
    ...(day === undefined ? numberWords(state) : ['--from', day, '--to', day]),
  ],
};

/** All that is read so far. */
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
