import type { Run } from '#cli/withService.ts';
import { uninterrupted } from '#cli/interrupt.ts';
import { print } from '#cli/output/streams.ts';
import { given } from '#config/kept/given.ts';
import { delay } from '#api/promises.ts';
import { ConfigError, exitCodes } from '#model/failure.ts';
import { formatDayShort } from '#model/period/format.ts';
import { todayIn } from '#model/period/zone.ts';
import { filterKey } from '#model/service/filter.ts';
import { type Looked, type Telling, tellings, toldNow } from '#model/website/alarms.ts';
import type { Website } from '#model/website/website.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { ProcessLock } from '#system/files.ts';
import { safeText } from '#text/safeText.ts';
import type { Result, WatchOptions } from './look.ts';
import { type Notify, type Outlets, Undelivered } from './notify.ts';
import { goalFactsOf, type Told, websiteLine, websiteWords } from './table.ts';

/** A threshold with what is said of it. */
interface Watched extends Looked {
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
export async function tellAlarms(
  run: Run<WatchOptions>,
  results: readonly Result[],
  told: Told & Outlets,
): Promise<void> {
  const watched = results.flatMap(result => watchedOf(run, result, told));
  await tell(run, [...watched, serviceAnswers], told);
}

/** The service cannot be reached: that is one message, however many websites there are and however long it lasts. */
export async function tellUnreachable(
  run: Run<WatchOptions>,
  words: string,
  told: Outlets & { readonly today: Day },
): Promise<void> {
  await tell(run, [{ ...serviceAnswers, isCrossed: true, line: words, words }], told);
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

function watchedOf(run: Run<WatchOptions>, result: Result, told: Told): Watched[] {
  const { options } = run;
  const { website, now: count, thresholds } = result;
  // A threshold of other days, or of other visitors, is another one.
  const what = [
    ...(options.goal === true ? [] : [options.measure, `${options.days} d`]),
    ...(options.compare === undefined ? [] : [options.compare]),
    ...(told.where.length === 0 ? [] : [filterKey(told.where)]),
  ].join(' ');
  return thresholds.map(({ name, words, standing }) => ({
    id: website.id,
    domain: website.domain,
    threshold: `${what} ${name}`.trim(),
    isCrossed: words !== undefined,
    website,
    count,
    subject: websiteWords(run, result, told),
    line: websiteLine(run, result, told, words === undefined ? [] : [words]),
    name,
    words,
    ...(standing !== undefined && { goal: goalFactsOf({ standing }, told.today) }),
  }));
}

async function tell(
  run: Run<WatchOptions>,
  watched: readonly Watched[],
  outlets: Outlets & { readonly today: Day },
): Promise<void> {
  const repeats = run.options.repeat === true;
  const due = () => {
    const known = outlets.unkept.reduce((all, keep) => keep(all), run.alarms.read());
    return tellings(known, watched, { today: outlets.today, repeats });
  };
  if (due().length === 0) return;
  const lock = await takeTurn(run);
  // Where one does not arrive the others would not either, each after half a minute.
  const failed = new Set<Notify>();
  try {
    // Another watch may have told them in the meantime.
    for (const telling of due()) await uninterrupted(() => tellOne(run, telling, failed, outlets));
  } finally {
    lock?.release();
  }
}

const turnWait = 250;

/** Two watches would tell the same: one waits for the other. Undefined where there can be no lock. */
async function takeTurn({ paths }: Run<WatchOptions>): Promise<ProcessLock | undefined> {
  for (;;) {
    try {
      const lock = ProcessLock.take(`${given.alarms.path(paths.data)}.told.lock`);
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
  telling: Telling<Watched>,
  failed: Set<Notify>,
  { today, notify, unkept, complain }: Outlets & { readonly today: Day },
): Promise<void> {
  const message = { text: textOf(run, telling), facts: factsOf(run, telling) };
  for (const each of notify.filter(way => !failed.has(way)))
    try {
      await each(message);
    } catch (error) {
      if (!(error instanceof Undelivered)) throw error;
      complain(`${error.message} It is tried again the next time.`);
      failed.add(each);
    }
  if (failed.size > 0) {
    process.exitCode = exitCodes.undelivered;
    return;
  }
  if (run.options.every !== undefined) await print(`${message.text}\n`);
  const at = new Date().toISOString();
  unkept.push(now => toldNow(now, telling, { at, today }));
  try {
    run.alarms.change(now => unkept.reduce((all, keep) => keep(all), now));
    unkept.length = 0;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    if (unkept.length === 1) complain(`${error.message} The next start tells it again.`);
    if (process.exitCode !== exitCodes.undelivered) process.exitCode = exitCodes.wrongUse;
  }
}

function textOf({ profile }: Run<WatchOptions>, { looked, state, since }: Telling<Watched>): string {
  const { subject, line, name, website } = looked;
  const from =
    since === undefined ? '' : `since ${formatDayShort(todayIn(profile.timeZone, new Date(since)))}`;
  if (website === undefined)
    return safeText(state === 'over' ? `The service answers again: it did not ${from}.` : line, 500);
  if (state === 'over') return safeText(`Over: ${subject}, no longer ${name}, as it was ${from}`, 500);
  return safeText(`${line}${state === 'still' ? `, ${from}` : ''}`, 500);
}

function factsOf({ profile, options }: Run<WatchOptions>, { looked, state, since }: Telling<Watched>) {
  const { website, count, name, words, goal } = looked;
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
