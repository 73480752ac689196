import { domainInView, siteOf, sourceOf, subjectOf, whereWords } from '#screens/sharing.ts';
import { dim, type Part } from '#components/parts.ts';
import { missingText, type NowNumbers, nowTable, whyNotNow } from '#model/now.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { moveCommands, websiteCommands } from '#screens/listCommands.ts';
import { goBack, messageOf, narrowColumns, type ScreenMessage, tryAgain } from '#screens/messages.ts';
import { titleOfWebsite } from '#screens/words.ts';
import { nothingRead, type ExportSource } from '#store/exporting.ts';
import type { State } from '#store/state.ts';
import { label, safeText } from '#text/safeText.ts';
import { keyOf, shellQuote } from '#text/words.ts';

export const nowScreen: ScreenDefinition<'now'> = {
  screen: 'now',
  view: async () => (await import('./Screen.tsx')).NowScreen,
  commands: [...moveCommands('now', (state, move) => state.now.move(move)), ...websiteCommands('now')],
  title: (state, { websiteId }) => [
    titleOfWebsite(state, websiteId),
    whyNotNow(state.filter.where) === undefined ? label`Now` : label`Now, not filtered`,
  ],
  detail,
  keyHints: (state, { websiteId }) =>
    nowMessage(state, websiteId)?.keyHints ?? (state.viewport.columns < narrowColumns ? [goBack] : []),
  load: (state, { websiteId }, force) => state.now.open(websiteId, force === true),
  exported(state, { websiteId }) {
    const { numbers, websiteId: shown } = state.now;
    return numbers === undefined || shown !== websiteId
      ? nothingRead
      : () => exported(state, websiteId, numbers);
  },
  selected: domainInView,
  conditions: () => `Nothing here can be filtered by: ${keyOf('filter.menu')} adds a condition.`,
  commandWords(state, { websiteId }) {
    const where = state.now.where.length === 0 ? [] : whereWords(state);
    return ['now', siteOf(state, websiteId), ...where];
  },
};

function exported(state: State, websiteId: string, numbers: NowNumbers): ExportSource {
  const today = state.today();
  const subject = subjectOf(state, websiteId, { from: today, to: today });
  const { id, domain = '' } = subject.website;
  return sourceOf(subject, nowTable({ id, domain }, numbers, state.timeZone, state.now.where), 'now');
}

export function nowMessage(state: State, websiteId: string): ScreenMessage | undefined {
  const { problem, numbers } = state.now;
  if (problem !== undefined)
    return messageOf({
      title: label`The logs could not be read`,
      tone: 'bad',
      lines: [safeText(problem)],
      keyHints: [tryAgain],
    });
  if (numbers === undefined)
    return messageOf({ title: label`Reading the last minutes of the logs ...`, tone: 'dim' });
  if (numbers.sources > 0) return undefined;
  return messageOf({
    title: label`No logs of this website are followed`,
    lines: [
      safeText(
        `In the shell: ${['sitedeck', 'logs', 'add', siteOf(state, websiteId), 'FILE'].map(shellQuote).join(' ')}`,
        300,
      ),
    ],
    isOfZeros: true,
    keyHints: [{ key: keyOf('refresh'), action: label`look again`, to: label`to look again` }, goBack],
  });
}

function detail({ now, timeZone, filter }: State): Part {
  const whyNot = whyNotNow(filter.where);
  if (whyNot !== undefined) return { text: safeText(whyNot), tone: 'warn' };
  const missing = now.numbers && missingText(now.numbers, timeZone);
  if (missing !== undefined) return { text: safeText(missing), tone: 'bad' };
  return dim(label`Only what counts. Read from the logs every second, never stored.`);
}
