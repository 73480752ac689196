import type { Tone } from '#components/parts.ts';
import type { KeyName } from '#commands/command.ts';
import { countsOf, statisticInfo } from '#model/service/capabilities.ts';
import type { HoursName, SeriesName, StatisticName } from '#model/statistics/statistics.ts';
import type { Answer } from '#queries/answers/ask.ts';
import type { State } from '#store/state.ts';
import type { shownHours } from '#store/queries/series.ts';
import type { ShownSeries } from '#queries/days/series.ts';
import { noDataInPeriod, noDataToday } from '#model/comparison/change.ts';
import { joinSafe, label, safeText, type SafeText } from '#text/safeText.ts';
import { capitalised, keyOf } from '#text/words.ts';

type Failure = NonNullable<Answer<unknown>['error']>;
type Known = Pick<State, 'capabilities' | 'profile' | 'filter'>;

/** A key that a text on screen asks for: the footer names it before all others. */
export interface KeyHint {
  readonly key: KeyName;
  /** What the footer says in its place: "1-3". */
  readonly shown?: SafeText | undefined;
  readonly does: SafeText;
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
  /** There is no website yet: there is room to say how the first one comes. */
  readonly isFirst?: boolean;
}

/** Asks for the key of a command, whichever that is when it is asked. */
export function keyHint(id: string, does: SafeText, to?: SafeText): KeyHint {
  return {
    get key() {
      return keyOf(id);
    },
    does,
    to,
  };
}

export const tryAgain: KeyHint = keyHint('refresh', label`try again`, label`to try again`);
const newKey: KeyHint = keyHint('profiles', label`new key`, label`for a new key`);
const otherProfiles: KeyHint = keyHint('profiles', label`profiles`, label`for your profiles`);
const otherLink: KeyHint = keyHint('profiles', label`new link`, label`for another link`);
const otherAddress: KeyHint = keyHint('profiles', label`profiles`, label`for another address`);
export const goBack: KeyHint = { key: 'Esc', does: label`back`, to: label`to go back` };
export const clearSearch: KeyHint = {
  key: 'Esc',
  does: label`clear search`,
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
  does: label`less filter`,
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

export function unreadMessage(
  error: Failure | undefined,
  titles: { reading: SafeText; failed: SafeText },
  profile: State['profile'],
): ScreenMessage {
  return error === undefined
    ? messageOf({ title: titles.reading, tone: 'dim' })
    : failureMessage(titles.failed, error, profile);
}

export const unreadWebsite = {
  reading: label`Reading the website ...`,
  failed: label`The website could not be read`,
};

export function failureMessage(
  title: SafeText,
  error: Failure,
  profile: State['profile'],
  further: readonly SafeText[] = [],
): ScreenMessage {
  return messageOf({
    title,
    tone: 'bad',
    lines: [failureText(error), ...advice(error), ...further],
    keyHints: failureKeys(error, profile),
  });
}

/** What the service itself says is an attacker's text, and cut. */
const maxSaid = 100;

export function failureText({ message, details: { serviceMessage = '' } }: Failure): SafeText {
  if (serviceMessage === '' || !message.endsWith(serviceMessage)) return safeText(message);
  const own = message.slice(0, -serviceMessage.length);
  return label`${safeText(own)}${safeText(serviceMessage, maxSaid)}`;
}

/** On the way to the list of websites, in their order; without encryption that one is left out. */
export const stepNames = [
  'name',
  'connection',
  'encryption',
  'answer',
  'service',
  'key',
  'websites',
] as const;
export type Step = (typeof stepNames)[number];

/** One kind of failure. */
export interface Trouble {
  readonly title: SafeText;
  /** The step that failed, and how. */
  readonly step: Step;
  readonly fails: SafeText;
  /** What may be behind it, the likeliest first: its name, and what to look at. */
  readonly looks: readonly (readonly [name: SafeText, look: SafeText])[];
}

type Place = ReturnType<typeof placeOf>;

/** Where the service of a profile is, as its address says. */
export function placeOf({ url = '' }: State['profile']) {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isSecure = parsed?.protocol !== 'http:';
  const port = parsed?.port ?? '';
  return {
    host: safeText(parsed?.hostname ?? '', 60),
    port: safeText(port === '' ? (isSecure ? 443 : 80) : port),
    hasPort: port !== '',
    isSecure,
  };
}

const proxy = ({ isSecure }: Place): readonly [SafeText, SafeText] => [
  label`A proxy`,
  label`Where only one leads outside, ${safeText(isSecure ? 'HTTPS_PROXY' : 'HTTP_PROXY')} names it.`,
];
const network: readonly [SafeText, SafeText] = [
  label`The network`,
  label`Is this machine online? Companies and homes may be reached by a VPN alone.`,
];

const troubles = {
  unnamed: place => ({
    title: label`No such host`,
    step: 'name',
    fails: label`not known`,
    looks: [
      [label`The spelling`, label`${place.host}? ${keyOf('profiles')} takes another address.`],
      network,
      [label`A new name`, label`One of today may take hours until every network knows it.`],
      proxy(place),
    ],
  }),
  noWay: place => ({
    title: label`No way there`,
    step: 'connection',
    fails: label`no way there`,
    looks: [
      network,
      [label`The address`, label`${place.host} may be one of another network, or an old one.`],
      [label`A firewall`, label`One on the way may turn away what it does not allow.`],
      proxy(place),
    ],
  }),
  refused: ({ hasPort, port }) => ({
    title: label`No answer`,
    step: 'connection',
    fails: label`refused`,
    looks: [
      [label`The service`, label`It may be stopped: there, ss -ltn lists which ports are open.`],
      [
        label`The port`,
        hasPort
          ? label`The address says ${port}: behind a web server it mostly needs none.`
          : label`The address says none, so it is ${port}: the service may listen at another.`,
      ],
      [label`Its machine`, label`A service at 127.0.0.1 is reached from its own machine alone.`],
      [label`A firewall`, label`One that rejects looks the same from here.`],
    ],
  }),
  silent: place => ({
    title: label`No answer`,
    step: 'answer',
    fails: label`none in time`,
    looks: [
      [label`The service`, label`It may be busy or stuck: its own log says what it does.`],
      [label`A firewall`, label`One that drops what it does not allow lets everyone wait.`],
      network,
      proxy(place),
    ],
  }),
  cut: ({ isSecure }) => ({
    title: label`No answer`,
    step: 'answer',
    fails: label`the connection ended`,
    looks: [
      [label`The service`, label`It may be starting again, or fail while it answers: its log says more.`],
      [label`In between`, label`A proxy or a firewall may end what it does not know.`],
      [
        label`The address`,
        isSecure
          ? label`A port that speaks something else ends it, too.`
          : label`A port that speaks only https ends it, too: the address says http.`,
      ],
    ],
  }),
  issuer: () => ({
    title: label`No encrypted connection`,
    step: 'encryption',
    fails: label`nobody trusted signs it`,
    looks: [
      [label`Its issuer`, label`NODE_EXTRA_CA_CERTS names the file of your own, before sitedeck starts.`],
      [label`A better one`, label`certbot or Caddy get one that all trust, at no cost.`],
      [label`Other networks`, label`One may put its own in between: what does a browser say?`],
      [label`Your key`, label`It is not sent: whoever answers could read it.`],
    ],
  }),
  certificate: ({ host }) => ({
    title: label`No encrypted connection`,
    step: 'encryption',
    fails: label`not accepted`,
    looks: [
      [label`Its days`, label`One that is out of date is renewed on the service: certbot renew.`],
      [label`Its name`, label`It has to be for ${host}: with or without www, a name and no number.`],
      [label`The clock`, label`That of this machine has to be right: date shows it.`],
      [label`Your key`, label`It is not sent: whoever answers could read it.`],
    ],
  }),
  unencrypted: ({ port }) => ({
    title: label`No encrypted connection`,
    step: 'encryption',
    fails: label`no https`,
    looks: [
      [label`http or https`, label`A service without encryption is asked by http:// in its address.`],
      [label`The port`, label`At ${port} something else may listen: https is mostly at 443.`],
      [label`In between`, label`An old proxy may not know today's encryption.`],
    ],
  }),
  key: ({ host }) => ({
    title: label`The key is not accepted`,
    step: 'key',
    fails: label`not accepted`,
    looks: [
      [
        label`A new key`,
        label`${keyOf('profiles')} gives one to the profile; the service shows or makes it.`,
      ],
      [label`Other places`, label`SITEDECK_API_KEY and apiKeyCommand come before the saved key.`],
      [label`The account`, label`A key ends with its account, or when somebody takes it back.`],
      [label`The service`, label`A key is of one service: is it of the one at ${host}?`],
    ],
  }),
  unreadKey: () => ({
    title: label`The key could not be read`,
    step: 'key',
    fails: label`not read`,
    looks: [
      [label`The command`, label`The apiKeyCommand prints the key alone, and asks nothing.`],
      [label`What is locked`, label`A store of passwords may have to be opened first, in another terminal.`],
      [label`Another key`, label`${keyOf('profiles')} saves a key for the profile in place of the command.`],
    ],
  }),
  link: () => ({
    title: label`The link is not accepted`,
    step: 'key',
    fails: label`not accepted`,
    looks: [
      [
        label`Another link`,
        label`Whoever made this one may have ended it: ${keyOf('profiles')} takes another.`,
      ],
      [label`A password`, label`A link may have got one: the service says so in a browser.`],
    ],
  }),
  notAllowed: () => ({
    title: label`Not allowed`,
    step: 'websites',
    fails: label`not allowed`,
    looks: [
      [label`The key`, label`It is right, but may not do this: whoever made it can allow more.`],
      [label`Another key`, label`${keyOf('profiles')} gives the profile one of an account that may.`],
      [label`The plan`, label`Of some services the interface is part of a paid one.`],
    ],
  }),
  another: () => ({
    title: label`Another service answers`,
    step: 'service',
    fails: label`another one`,
    looks: [
      [label`The path`, label`Does the address lack one, or have one too many?`],
      [label`A sign-in`, label`One in front of it has to let the interface pass.`],
      [label`A browser`, label`It shows what answers at this address.`],
      [label`Another kind`, label`${keyOf('profiles')} connects a service and finds out which kind it is.`],
    ],
  }),
  tooMany: () => ({
    title: label`Too many requests`,
    step: 'websites',
    fails: label`it asks to wait`,
    looks: [
      [label`The wait`, label`Nothing is asked until then, and what is on screen first.`],
      [label`Others`, label`All with the same key count: cron, watch, another Sitedeck.`],
      [label`The numbers`, label`${keyOf('websites.overview')} turns those of the list off: less is asked.`],
      [label`The limit`, label`Whoever runs the service can raise it.`],
    ],
  }),
  failed: () => ({
    title: label`Not refreshed`,
    step: 'websites',
    fails: label`an error of its own`,
    looks: [
      [label`Its log`, label`It says more: the error is on the service, not here.`],
      [label`Its database`, label`One that is stopped, or a full disk, is most often the reason.`],
      [label`An update`, label`While one is installed, some minutes may pass.`],
      [label`Your data`, label`Nothing was changed by reading.`],
    ],
  }),
} satisfies Readonly<Record<string, (place: Place) => Trouble>>;

export function troubleOf(error: Failure, profile: State['profile']): Trouble {
  return troubles[troubleName(error)](placeOf(profile));
}

function troubleName({
  kind,
  details: { code = '', staysWrong, isUnread, isLink },
}: Failure): keyof typeof troubles {
  if (staysWrong === true) {
    if (/SELF_SIGNED|ISSUER|VERIFY_LEAF/.test(code)) return 'issuer';
    return /CERT/.test(code) ? 'certificate' : 'unencrypted';
  }
  switch (kind) {
    case 'network':
      if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unnamed';
      if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'noWay';
      return code === 'ECONNREFUSED' ? 'refused' : 'cut';
    case 'timeout':
      return 'silent';
    case 'auth':
      if (isLink === true) return 'link';
      return isUnread === true ? 'unreadKey' : 'key';
    case 'forbidden':
      return 'notAllowed';
    case 'shape':
    case 'notFound':
      return 'another';
    case 'rateLimit':
      return 'tooMany';
    case 'server':
    case 'validation':
      return 'failed';
  }
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

/** By the kind of error. A kiosk does not connect: it stays with its service. */
export function failureKeys({ kind, details }: Failure, { isKiosk = false }: State['profile']): KeyHint[] {
  const keys = keysFor(kind, details);
  return isKiosk ? keys.filter(({ key }) => key !== keyOf('profiles')) : keys;
}

function keysFor(kind: Failure['kind'], { isUnread, isLink }: Failure['details']): KeyHint[] {
  switch (kind) {
    case 'auth':
      if (isLink === true) return [otherLink, tryAgain];
      return isUnread === true ? [tryAgain, newKey] : [newKey, tryAgain];
    case 'notFound':
      return [goBack, tryAgain];
    case 'validation':
      return [{ key: 'Esc', does: label`back`, to: label`to change what is asked` }];
    case 'shape':
      return [otherAddress, tryAgain];
    default:
      return [tryAgain, otherProfiles];
  }
}

export function seriesMessage(
  { summary, error }: Pick<ShownSeries, 'summary' | 'error'>,
  name: SeriesName,
  isCompared: boolean,
  { capabilities, profile, filter }: Known,
): ScreenMessage | undefined {
  if (summary === undefined)
    return unreadMessage(
      error,
      { reading: label`Reading ...`, failed: label`The days could not be read` },
      profile,
    );
  const shown = isCompared ? [...summary.points, ...summary.before] : summary.points;
  return shown.every(({ count = 0 }) => count === 0)
    ? nothingCounted(name, { capabilities, filter })
    : undefined;
}

type ShownHours = ReturnType<typeof shownHours>;

export function hoursMessage(
  shown: ShownHours,
  name: HoursName,
  { capabilities, profile, filter }: Known,
): ScreenMessage | undefined {
  const { slot, hasNoData, daysOfHour } = shown;
  const titles = { reading: label`Reading ...`, failed: label`The hours could not be read` };
  const none = shown.openFrom === undefined ? noDataInPeriod : noDataToday;
  if (hasNoData)
    return messageOf({
      title: safeText(capitalised(none)),
      tone: 'dim',
      keyHints: othersThan(filter),
      isOfZeros: true,
    });
  if (slot?.data === undefined) return unreadMessage(slot?.error, titles, profile);
  if (daysOfHour !== undefined && daysOfHour.points === undefined)
    return unreadMessage(daysOfHour.error, titles, profile);
  return hasNoHours(shown) ? nothingCounted(name, { capabilities, filter }) : undefined;
}

export function hasNoHours({ slot, before, daysOfHour }: ShownHours): boolean {
  const days = daysOfHour?.points?.map(({ count }) => count ?? 0) ?? [];
  return (
    slot?.data !== undefined && [...slot.data, ...(before.counts ?? []), ...days].every(count => count === 0)
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
