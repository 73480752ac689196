import { createTransport } from '#api/http/send.ts';
import { delay } from '#model/promises.ts';
import { uninterrupted } from '#cli/interrupt.ts';
import { print, progress } from '#cli/output.ts';
import type { Run } from '#cli/withService.ts';
import { localData } from '#config/kept/localData.ts';
import { ApiError, ConfigError, exitCodes } from '#model/failure.ts';
import { formatDayShort } from '#model/period/format.ts';
import { todayIn } from '#model/period/day.ts';
import { filterKey } from '#model/service/filter.ts';
import type { Day } from '#model/statistics/statistics.ts';
import {
  type Alarms,
  noAlarms,
  withSent,
  type ThresholdCheck,
  type AlarmNotice,
  alarmNotices,
  type SentAlarm,
} from '#model/website/alarms.ts';
import type { Website } from '#model/website/website.ts';
import { ProcessLock } from '#system/processLock.ts';
import { runShell } from '#system/shellCommand.ts';
import { decodedUri, safeText } from '#text/safeText.ts';
import type { Result, WatchOptions } from './check.ts';
import { goalFactsOf, type ResultContext, websiteLine, websiteWords } from './table.ts';

interface AlarmMessage {
  /** One line, as it is printed. */
  readonly text: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Rejects with an Undelivered where the message does not arrive. */
export type Notify = (message: AlarmMessage) => Promise<void>;

/** Where alarms go, and the lines of what does not work. */
export interface AlarmOutputs {
  readonly notify: readonly Notify[];
  /** What was told and could not be kept: with --every it is not told again. */
  readonly unsaved: SentAlarm[];
  readonly complain: (line: string) => void;
}

/** The message says why, in a line that has no secret part of an address. */
class Undelivered extends Error {
  override readonly name = 'Undelivered';
}

const commandTimeout = 30_000;

/** The JSON on standard input, the words in SITEDECK_MESSAGE: nothing that a service says stands in the command line. */
export function notifyByCommand(commandLine: string): Notify {
  return async ({ text, facts }) => {
    const { stderr, code, problem } = await runShell(commandLine, {
      timeoutMs: commandTimeout,
      readsOutput: false,
      input: `${JSON.stringify({ text, ...facts })}\n`,
      env: { SITEDECK_MESSAGE: text, SITEDECK_API_KEY: undefined, SITEDECK_PASSWORD: undefined },
    });
    if (problem === 'slow')
      throw new Undelivered(`The notify command did not end within ${commandTimeout / 1000} s.`);
    if (problem === 'noShell')
      throw new Undelivered('The notify command cannot be run: there is no /bin/sh.');
    if (code === 0) return;
    const firstLine = safeText(stderr.trim().split('\n', 1)[0], 200);
    throw new Undelivered(
      `The notify command failed with ${code}${firstLine === '' ? '' : ` (${firstLine})`}.`,
    );
  };
}

const requestTimeout = 10_000;
const attempts = 3;
const pauses = [1_000, 3_000];

/**
 * Redirects are not followed: the message goes to no other host. What may be better in a moment is tried three times; who does not
 * answer is not asked again, and may have the message.
 */
export function notifyByUrl(
  url: URL,
  format: 'json' | 'text',
  {
    pausesMs = pauses,
    timeoutMs = requestTimeout,
  }: { pausesMs?: readonly number[]; timeoutMs?: number } = {},
): Notify {
  const transport = createTransport({});
  const place = safeText(`${url.protocol}//${url.host}`, 200);
  // What is sent to must hold neither.
  const { username, password } = url;
  const target = Object.assign(new URL(url), { username: '', password: '' });
  const pair = Buffer.from(`${decodedUri(username)}:${decodedUri(password)}`).toString('base64');
  const headers: Record<string, string> = pair === 'Og==' ? {} : { authorization: `Basic ${pair}` };
  const attempt = async ({ text, facts }: AlarmMessage) => {
    // A domain or a row could be "@everyone" or "<!channel>": with a space of no width behind the first character that notifies nobody.
    const plain = text.replaceAll(/[@<]/g, '$&\u200B');
    const body =
      format === 'json'
        ? { type: 'application/json', text: JSON.stringify({ text: plain, ...facts }) }
        : { type: 'text/plain; charset=utf-8', text };
    const { status } = await transport({
      method: 'POST',
      url: target.href,
      headers,
      body,
      timeoutMs,
      savesNothing: true,
    });
    return status;
  };
  return async message => {
    let why = '';
    for (let tried = 0; tried < attempts; tried += 1) {
      if (tried > 0) await delay(pausesMs[tried - 1] ?? 0);
      try {
        const status = await attempt(message);
        if (status >= 200 && status < 300) return;
        why =
          status >= 300 && status < 400
            ? `${place} redirects (HTTP ${status}), which is not followed: give the address it leads to.`
            : `${place} answers with HTTP ${status}.`;
        if (status !== 429 && status < 500) break;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        why = error.kind === 'network' ? error.message : `${place}: ${error.message}`;
        // What has answered has taken the message, though it cannot be read.
        if (error.kind !== 'network' || error.details.staysWrong === true) break;
      }
    }
    throw new Undelivered(why);
  };
}

interface Watched extends ThresholdCheck {
  /** Undefined for the service itself. */
  readonly website?: Website | undefined;
  readonly count?: number | undefined;
  /** "shop.example.com: 12 visitors on 25 Nov 2026", without what is crossed. */
  readonly subject: string;
  /** As it is printed: with what is crossed. */
  readonly line: string;
  /** What it is called in a message: "below 10". */
  readonly name: string;
  readonly words: string | undefined;
  /** Of a goal: its fields, as `watch --goal --json` has them. */
  readonly goal?: ReturnType<typeof goalFactsOf>;
}

/** Tells what crossed a threshold, and what is over, each once. What does not arrive ends with 6, and is told the next time. */
export async function notifyAlarms(
  run: Run<WatchOptions>,
  results: readonly Result[],
  context: ResultContext & AlarmOutputs,
): Promise<void> {
  const watched = results.flatMap(result => watchedOf(run, result, context));
  await notifyOnce(run, [...watched, serviceAnswers], context);
}

/** The service cannot be reached: that is one message, however many websites there are and however long it lasts. */
export async function notifyUnreachable(
  run: Run<WatchOptions>,
  words: string,
  context: AlarmOutputs & { readonly today: Day },
): Promise<void> {
  await notifyOnce(run, [{ ...serviceAnswers, isCrossed: true, line: words, words }], context);
}

const serviceAnswers: Watched = {
  id: '',
  threshold: 'service',
  isCrossed: false,
  subject: '',
  line: '',
  name: 'cannot be reached',
  words: undefined,
};

function watchedOf(run: Run<WatchOptions>, result: Result, context: ResultContext): Watched[] {
  const { options } = run;
  const { website, now: count, thresholds } = result;
  // A threshold of other days, or of other visitors, is another one.
  const what = [
    ...(options.goal === true ? [] : [options.measure, `${options.days} d`]),
    ...(options.compare === undefined ? [] : [options.compare]),
    ...(context.where.length === 0 ? [] : [filterKey(context.where)]),
  ].join(' ');
  return thresholds.map(({ name, words, standing }) => ({
    id: website.id,
    domain: website.domain,
    threshold: `${what} ${name}`.trim(),
    isCrossed: words !== undefined,
    website,
    count,
    subject: websiteWords(run, result, context),
    line: websiteLine(run, result, context, words === undefined ? [] : [words]),
    name,
    words,
    ...(standing !== undefined && { goal: goalFactsOf({ standing }, context.today) }),
  }));
}

async function notifyOnce(
  run: Run<WatchOptions>,
  watched: readonly Watched[],
  outlets: AlarmOutputs & { readonly today: Day },
): Promise<void> {
  const repeats = run.options.repeat === true;
  let damage: ConfigError | undefined;
  const known = (): Alarms => {
    try {
      return run.alarms.read();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      // Told twice is better than not at all: that nothing could be kept is said then.
      damage = error;
      return noAlarms;
    }
  };
  const due = () =>
    alarmNotices(withSent(known(), outlets.unsaved), watched, { today: outlets.today, repeats });
  if (due().length === 0) {
    if (damage !== undefined && outlets.unsaved.length === 0) throw damage;
    return;
  }
  const lock = await takeTurn(run);
  // Where one does not arrive the others would not either, each after half a minute.
  const failed = new Set<Notify>();
  try {
    await uninterrupted(async isEnding => {
      try {
        // Another watch may have told them in the meantime.
        for (const notice of due()) {
          if (isEnding()) break;
          await tellOne(run, notice, failed, outlets);
        }
      } finally {
        storeAlarms(run, outlets);
      }
    });
  } finally {
    lock?.release();
  }
}

const turnWait = 250;

/** Two watches would tell the same: one waits for the other. Undefined where there can be no lock. */
async function takeTurn({ paths }: Run<WatchOptions>): Promise<ProcessLock | undefined> {
  for (;;) {
    try {
      const lock = ProcessLock.take(`${localData.alarms.path(paths.data)}.told.lock`);
      if (lock !== undefined) return lock;
    } catch (error) {
      if (error instanceof Error && ('syscall' in error || 'errcode' in error)) return undefined;
      throw error;
    }
    await delay(turnWait);
  }
}

async function tellOne(
  run: Run<WatchOptions>,
  notice: AlarmNotice<Watched>,
  failed: Set<Notify>,
  { today, notify, unsaved, complain }: AlarmOutputs & { readonly today: Day },
): Promise<void> {
  const message = { text: textOf(run, notice), facts: factsOf(run, notice) };
  progress.show(`Telling: ${message.text}`);
  for (const each of notify.filter(way => !failed.has(way)))
    try {
      await each(message);
    } catch (error) {
      if (!(error instanceof Undelivered)) throw error;
      complain(`${error.message} It is tried again the next time.`);
      failed.add(each);
    }
  progress.clear();
  if (failed.size > 0) {
    process.exitCode = exitCodes.undelivered;
    return;
  }
  if (run.options.every !== undefined) await print(`${message.text}\n`);
  unsaved.push({ ...notice, at: new Date().toISOString(), today });
}

/** Once for all that a look has told: the file has the alarms of 10,000 websites. */
function storeAlarms({ alarms }: Run<WatchOptions>, { unsaved, complain }: AlarmOutputs): void {
  if (unsaved.length === 0) return;
  try {
    alarms.change(now => withSent(now, unsaved));
    unsaved.length = 0;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    complain(`${error.message} The next start tells it again.`);
    if (process.exitCode !== exitCodes.undelivered) process.exitCode = exitCodes.wrongUse;
  }
}

function textOf({ profile }: Run<WatchOptions>, { check, state, since }: AlarmNotice<Watched>): string {
  const { subject, line, name, website } = check;
  const from =
    since === undefined ? '' : `since ${formatDayShort(todayIn(profile.timeZone, new Date(since)))}`;
  if (website === undefined)
    return safeText(state === 'over' ? `The service answers again: it did not ${from}.` : line, 500);
  if (state === 'over') return safeText(`Over: ${subject}, no longer ${name}, as it was ${from}`, 500);
  return safeText(`${line}${state === 'still' ? `, ${from}` : ''}`, 500);
}

function factsOf({ profile, options }: Run<WatchOptions>, { check, state, since }: AlarmNotice<Watched>) {
  const { website, count, name, words, goal } = check;
  return {
    state,
    profile: profile.name,
    ...(website === undefined ? {} : { id: website.id, domain: website.domain }),
    ...(website === undefined || options.goal === true
      ? {}
      : { measure: options.measure, count: count ?? null }),
    ...(goal && {
      goal: Object.fromEntries(Object.entries(goal).map(([key, value]) => [key, value ?? null])),
    }),
    threshold: name,
    crossed: words ?? '',
    since: since ?? null,
  };
}
