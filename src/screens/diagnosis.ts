import { ApiError } from '#model/failure.ts';
import type { Answer } from '#queries/answers/request.ts';
import { asksToWait } from '#store/reading/refreshing.ts';
import type { State } from '#store/state.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { keyOf } from '#text/words.ts';

type Failure = NonNullable<Answer<unknown>['error']>;

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
export interface Diagnosis {
  readonly title: SafeText;
  /** The step that failed, and how. */
  readonly step: Step;
  readonly fails: SafeText;
  /** What may be behind it, the likeliest first: its name, and what to look at. */
  readonly checks: readonly (readonly [name: SafeText, look: SafeText])[];
}

type ServiceAddress = ReturnType<typeof serviceAddress>;

/** Where the service of a profile is, as its address says. */
export function serviceAddress({ url = '' }: State['profile']) {
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

const proxy = ({ isSecure }: ServiceAddress): readonly [SafeText, SafeText] => [
  label`A proxy`,
  label`Where only one leads outside, ${safeText(isSecure ? 'HTTPS_PROXY' : 'HTTP_PROXY')} names it.`,
];
const network: readonly [SafeText, SafeText] = [
  label`The network`,
  label`Is this machine online? Companies and homes may be reached by a VPN alone.`,
];

const diagnoses = {
  unnamed: place => ({
    title: label`No such host`,
    step: 'name',
    fails: label`not known`,
    checks: [
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
    checks: [
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
    checks: [
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
    checks: [
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
    checks: [
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
    fails: label`its issuer is not trusted`,
    checks: [
      [label`Its issuer`, label`The variable names a file with that of your own, before sitedeck starts.`],
      [label`A better one`, label`certbot or Caddy get one that all trust, at no cost.`],
      [label`Other networks`, label`One may put its own in between: what does a browser say?`],
      [label`Your key`, label`It is not sent: whoever answers could read it.`],
    ],
  }),
  certificate: ({ host }) => ({
    title: label`No encrypted connection`,
    step: 'encryption',
    fails: label`not accepted`,
    checks: [
      [label`Its days`, label`One that is out of date is renewed on the service: certbot renew.`],
      [label`Its service`, label`Is it the right one at ${host}, or one that was left behind?`],
      [label`The clock`, label`That of this machine has to be right: date shows it.`],
      [label`Your key`, label`It is not sent: whoever answers could read it.`],
    ],
  }),
  otherName: ({ host }) => ({
    title: label`No encrypted connection`,
    step: 'encryption',
    fails: label`for another name`,
    checks: [
      [label`Its name`, label`It has to be for ${host}: with or without www, a name and no number.`],
      [
        label`The address`,
        label`A browser shows the names it is for: ${keyOf('profiles')} takes one of them.`,
      ],
      [label`In between`, label`Another machine may answer, or a proxy in front of the service.`],
      [label`Your key`, label`It is not sent: whoever answers could read it.`],
    ],
  }),
  unencrypted: ({ port }) => ({
    title: label`No encrypted connection`,
    step: 'encryption',
    fails: label`no https`,
    checks: [
      [label`http or https`, label`A service without encryption is asked by http:// in its address.`],
      [label`The port`, label`At ${port} something else may listen: https is mostly at 443.`],
      [label`In between`, label`An old proxy may not know today's encryption.`],
    ],
  }),
  key: ({ host }) => ({
    title: label`The key is not accepted`,
    step: 'key',
    fails: label`not accepted`,
    checks: [
      [
        label`A new key`,
        label`${keyOf('profiles')} gives one to the profile; the service shows or makes it.`,
      ],
      [label`Other places`, label`SITEDECK_API_KEY and apiKeyCommand come before the saved key.`],
      [label`The account`, label`A key ends with its account, or when somebody takes it back.`],
      [label`The service`, label`A key is of one service: is it of the one at ${host}?`],
    ],
  }),
  signIn: ({ host }) => ({
    title: label`The sign-in has ended`,
    step: 'key',
    fails: label`not accepted`,
    checks: [
      [
        label`Sign in again`,
        label`${keyOf('profiles')} asks for the name and the password, which is not kept.`,
      ],
      [label`The account`, label`A sign-in ends with its account, or with a new password.`],
      [label`The service`, label`It may have been set up anew at ${host}.`],
    ],
  }),
  unreadKey: () => ({
    title: label`The key could not be read`,
    step: 'key',
    fails: label`not read`,
    checks: [
      [label`The command`, label`The apiKeyCommand prints the key alone, and asks nothing.`],
      [label`What is locked`, label`A store of passwords may have to be opened first, in another terminal.`],
      [label`Another key`, label`${keyOf('profiles')} saves a key for the profile in place of the command.`],
    ],
  }),
  link: () => ({
    title: label`The link is not accepted`,
    step: 'key',
    fails: label`not accepted`,
    checks: [
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
    checks: [
      [label`The key`, label`It is right, but may not do this: whoever made it can allow more.`],
      [label`Another key`, label`${keyOf('profiles')} gives the profile one of an account that may.`],
      [label`The plan`, label`Of some services the interface is part of a paid one.`],
    ],
  }),
  another: () => ({
    title: label`Another service answers`,
    step: 'service',
    fails: label`another one`,
    checks: [
      [label`The path`, label`Is one missing in the address, or one too many?`],
      [label`A sign-in`, label`One in front of it has to let the interface pass.`],
      [label`A browser`, label`It shows what answers at this address.`],
      [label`Another kind`, label`${keyOf('profiles')} connects a service and finds out which kind it is.`],
    ],
  }),
  tooMany: () => ({
    title: label`Too many requests`,
    step: 'websites',
    fails: label`it asks to wait`,
    checks: [
      [label`The wait`, label`Nothing is asked until then, and what is on screen first.`],
      [label`Others`, label`All with the same key count: cron, watch, another Sitedeck.`],
      [label`The numbers`, label`${keyOf('websites.overview')} turns those of the list off: less is asked.`],
      [label`The limit`, label`Whoever runs the service can raise it.`],
    ],
  }),
  failed: () => ({
    title: label`Service error`,
    step: 'websites',
    fails: label`an error of its own`,
    checks: [
      [label`Its log`, label`It says more: the error is on the service, not here.`],
      [label`Its database`, label`One that is stopped, or a full disk, is most often the reason.`],
      [label`An update`, label`While one is installed, some minutes may pass.`],
      [label`Your data`, label`Nothing was changed by reading.`],
    ],
  }),
} satisfies Readonly<Record<string, (place: ServiceAddress) => Diagnosis>>;

/** A first answer that takes no longer than so many seconds is nothing to speak of. */
const usualWait = 2;

/** As long as the first list of all is waited for: what may be behind it is what would have failed, or that the service asks to wait. */
export function awaitedList({ retry: { waited }, websites: { list }, profile }: State): Failure | undefined {
  if (waited === undefined || waited.seconds < usualWait || list.data !== undefined) return undefined;
  if (list.error !== undefined || profile.url === undefined) return undefined;
  if (waited.pause !== undefined) return asksToWait;
  const { host, port, hasPort } = serviceAddress(profile);
  const place = hasPort ? label`${host}:${port}` : host;
  const who = profile.isKiosk === true ? label`The service` : place;
  return new ApiError('timeout', `${who} has been asked for its websites, and has not answered yet.`);
}

export function diagnose(error: Failure, profile: State['profile']): Diagnosis {
  return diagnoses[diagnosisName(error)](serviceAddress(profile));
}

function diagnosisName({
  kind,
  details: { code = '', staysWrong, isUnread, isLink, isSignIn },
}: Failure): keyof typeof diagnoses {
  if (staysWrong === true) {
    if (/SELF_SIGNED|ISSUER|VERIFY_LEAF/.test(code)) return 'issuer';
    if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'otherName';
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
      if (isSignIn === true) return 'signIn';
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
