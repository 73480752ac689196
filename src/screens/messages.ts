import type { Tone } from '#components/parts.ts';
import type { KeyName } from '#commands/command.ts';
import { countsOf, statisticInfo } from '#model/service/capabilities.ts';
import type { HoursName, SeriesName, StatisticName } from '#model/statistics/statistics.ts';
import type { Answer } from '#queries/answers/request.ts';
import { isOutage, mustWait } from '#store/reading/refreshing.ts';
import type { State } from '#store/state.ts';
import { shownComparison } from '#store/queries/question.ts';
import { hoursInstead, shownHours, shownSeries } from '#store/queries/series.ts';
import { noDataInPeriod, noDataToday } from '#model/comparison/change.ts';
import { joinSafe, label, safeText, type SafeText } from '#text/safeText.ts';
import { capitalised, keyOf } from '#text/words.ts';

type Failure = NonNullable<Answer<unknown>['error']>;

/** A key that a text on screen asks for: the footer names it before all others. */
export interface KeyHint {
  readonly key: KeyName;
  /** What the footer says in its place: "1-3". */
  readonly shown?: SafeText | undefined;
  readonly action: SafeText;
  /** What the footer says in place of it where not all fits: without what stands elsewhere on the screen. */
  readonly brief?: SafeText | undefined;
  /** It does nothing yet: `does` says when. */
  readonly isLater?: boolean | undefined;
  /** What the text says of it, after "Press" and the key: "to try again". Without it only the footer names the key. */
  readonly to?: SafeText | undefined;
}

/** Of fewer columns the footer is short. */
export const narrowColumns = 60;

export interface ScreenMessage {
  readonly title: SafeText;
  readonly tone?: Tone;
  readonly lines: readonly SafeText[];
  /** "Press r to try again, P for a new key." */
  readonly press?: SafeText | undefined;
  readonly keyHints: readonly KeyHint[];
  /** Nothing is counted: there is room to say what helps, and how the website is set. */
  readonly isOfZeros?: boolean;
  /** What failed: what may be behind it stands below. */
  readonly failure?: Failure | undefined;
  /** There is no website yet: there is room to say how the first one comes. */
  readonly isFirst?: boolean;
}

/** Asks for the key of a command, whichever that is when it is asked. */
export function keyHint(id: string, action: SafeText, to?: SafeText): KeyHint {
  return {
    get key() {
      return keyOf(id);
    },
    action,
    to,
  };
}

/** Why something does nothing: it is still to come, or `r` reads it again. */
export function notLoaded(title: string, error: unknown): string {
  return error === undefined
    ? `${title} still loading.`
    : `${title} not loaded: ${keyOf('refresh')} tries again.`;
}

/** Behind what failed: ", r tries again", unless the box of an outage says it, or there is no room. */
export function againWords(state: Parameters<typeof isOutage>[0], isNarrow = false): SafeText {
  return isNarrow || isOutage(state) ? label`` : label`, ${safeText(keyOf('refresh'))} tries again`;
}

export const tryAgain: KeyHint = keyHint('refresh', label`try again`, label`to try again`);
const newKey: KeyHint = keyHint('profiles', label`new key`, label`for a new key`);
const anotherKey: KeyHint = keyHint('profiles', label`another key`, label`for another key`);
const signInAgain: KeyHint = keyHint('profiles', label`sign in again`, label`to sign in again`);
const otherProfiles: KeyHint = keyHint('profiles', label`profiles`, label`for your profiles`);
const otherLink: KeyHint = keyHint('profiles', label`new link`, label`for another link`);
const otherAddress: KeyHint = keyHint('profiles', label`profiles`, label`for another address`);
export const quit: KeyHint = keyHint('quitAtRoot', label`quit`);
export const goBack: KeyHint = { key: 'Esc', action: label`back`, to: label`to go back` };
export const clearSearch: KeyHint = {
  key: 'Esc',
  action: label`clear search`,
  to: label`to clear the search`,
};
export const previousPage: KeyHint = keyHint(
  'websites.previousPage',
  label`previous`,
  label`for the previous page`,
);
export const otherPeriods: readonly KeyHint[] = [
  keyHint('period.menu', label`period`, label`for another period`),
  keyHint('period.earlier', label`earlier`, label`for an earlier period`),
];

const lessFilter: KeyHint = {
  key: 'Backspace',
  action: label`less filter`,
  to: label`to take the last condition off`,
};

/** Where nothing is counted: within a filter that may be why. */
function othersThan({ where }: State['filter']): readonly KeyHint[] {
  return where.length === 0 ? otherPeriods : [lessFilter, ...otherPeriods.slice(0, 1)];
}

export function messageOf({
  lines = [],
  keyHints = [],
  ...message
}: Pick<ScreenMessage, 'title'> & Partial<ScreenMessage>): ScreenMessage {
  const actions = keyHints.flatMap(({ key, to }) =>
    to === undefined ? [] : [label`${safeText(key)} ${to}`],
  );
  const press = actions.length === 0 ? undefined : label`Press ${joinSafe(actions, label`, `)}.`;
  return { ...message, lines, press, keyHints };
}

/** In place of what is not there: it is read, or could not be. @param what "days" */
export function unreadMessage(
  { profile }: Pick<State, 'profile'>,
  error: Failure | undefined,
  what: SafeText,
  reading = label`Reading ...`,
): ScreenMessage {
  return error === undefined
    ? messageOf({ title: reading, tone: 'dim' })
    : failureMessage(label`The ${what} could not be read`, error, profile);
}

export function unreadWebsite(state: Pick<State, 'profile'>, error: Failure | undefined): ScreenMessage {
  return unreadMessage(state, error, label`website`, label`Reading the website ...`);
}

export function failureMessage(
  title: SafeText,
  error: Failure,
  profile: State['profile'],
  further: readonly SafeText[] = [],
  keyHints: readonly KeyHint[] = failureKeys(error, profile),
): ScreenMessage {
  return messageOf({
    title,
    tone: 'bad',
    lines: [failureText(error), ...advice(error), ...further],
    keyHints,
    failure: error,
  });
}

/** What the service itself says is an attacker's text, and cut. */
const maxSaid = 100;

export function failureText({ message, details: { serviceMessage = '' } }: Failure): SafeText {
  if (serviceMessage === '' || !message.endsWith(serviceMessage)) return safeText(message);
  const own = message.slice(0, -serviceMessage.length);
  return label`${safeText(own)}${safeText(serviceMessage, maxSaid)}`;
}

function advice({ kind }: Failure): SafeText[] {
  switch (kind) {
    case 'forbidden':
      return [label`The key is not allowed to do this.`];
    case 'notFound':
      return [label`It may have been deleted.`];
    default:
      return [];
  }
}

/** Of what stands above all: as long as the service has asked to wait, to try again would send nothing. */
export function outageKeys(state: State, error: Failure): KeyHint[] {
  const keys = failureKeys(error, state.profile);
  return mustWait(state) ? keys.filter(({ key }) => key !== keyOf('refresh')) : keys;
}

/** By the kind of error. A kiosk does not connect: it stays with its service. */
export function failureKeys({ kind, details }: Failure, { isKiosk = false }: State['profile']): KeyHint[] {
  const keys = keysFor(kind, details);
  return isKiosk ? keys.filter(({ key }) => key !== keyOf('profiles')) : keys;
}

function keysFor(kind: Failure['kind'], { isUnread, isLink, isSignIn }: Failure['details']): KeyHint[] {
  switch (kind) {
    case 'auth':
      if (isLink === true) return [otherLink, tryAgain];
      if (isSignIn === true) return [signInAgain, tryAgain];
      return isUnread === true ? [tryAgain, newKey] : [newKey, tryAgain];
    case 'forbidden':
      return [anotherKey, tryAgain];
    case 'notFound':
      return [goBack, tryAgain];
    case 'validation':
      return [{ key: 'Esc', action: label`back`, to: label`to change the request` }];
    case 'shape':
      return [otherAddress, tryAgain];
    default:
      return [tryAgain, otherProfiles];
  }
}

/** In place of the chart of a measure, which of a single day is of its hours. */
export function measureMessage(state: State, websiteId: string, name: SeriesName): ScreenMessage | undefined {
  const hours = hoursInstead(state, name);
  if (hours !== undefined) return hoursMessage(shownHours(state, websiteId, hours), hours, state);
  const { summary, error } = shownSeries(state, websiteId, name);
  if (summary === undefined) return unreadMessage(state, error, label`days`);
  const isCompared = shownComparison(state, websiteId) !== undefined;
  const shown = isCompared ? [...summary.points, ...summary.before] : summary.points;
  return shown.every(({ count = 0 }) => count === 0) ? nothingCounted(name, state) : undefined;
}

type ShownHours = ReturnType<typeof shownHours>;

export function hoursMessage(
  shown: ShownHours,
  name: HoursName,
  state: Pick<State, 'capabilities' | 'profile' | 'filter'>,
): ScreenMessage | undefined {
  const { slot, hasNoData, daysOfHour } = shown;
  const none = shown.openFrom === undefined ? noDataInPeriod : noDataToday;
  if (hasNoData)
    return messageOf({
      title: safeText(capitalised(none)),
      tone: 'dim',
      keyHints: othersThan(state.filter),
      isOfZeros: true,
    });
  if (slot.data === undefined) return unreadMessage(state, slot.error, label`hours`);
  if (daysOfHour !== undefined && daysOfHour.points === undefined)
    return unreadMessage(state, daysOfHour.error, label`hours`);
  return hasNoHours(shown) ? nothingCounted(name, state) : undefined;
}

export function hasNoHours({ slot, before, daysOfHour }: ShownHours): boolean {
  const days = daysOfHour?.points?.map(({ count }) => count ?? 0) ?? [];
  return (
    slot.data !== undefined && [...slot.data, ...(before.counts ?? []), ...days].every(count => count === 0)
  );
}

export function nothingCounted(
  name: StatisticName,
  { capabilities, filter }: Pick<State, 'capabilities' | 'filter'>,
): ScreenMessage {
  const title = label`No ${safeText(countsOf(name, capabilities))} in this period`;
  return messageOf({ title, tone: 'dim', keyHints: othersThan(filter), isOfZeros: true });
}

export function nothingInPeriod(name: StatisticName, { filter }: Pick<State, 'filter'>): ScreenMessage {
  const { missingInLogs } = statisticInfo(name);
  if (missingInLogs !== undefined)
    return messageOf({
      title: safeText(missingInLogs.title),
      tone: 'dim',
      lines: [safeText(missingInLogs.advice)],
    });
  return messageOf({ title: label`Nothing in this period`, keyHints: othersThan(filter), isOfZeros: true });
}
