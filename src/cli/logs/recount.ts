import { exitCodes, Failure, UsageError } from '#model/failure.ts';
import { say } from '#cli/output/stderr.ts';
import { defineSubcommand, type GlobalOptions, quietOption } from '#cli/subcommand.ts';
import type { Logs, Recount } from '#logs/index.ts';
import { isTimeZone } from '#model/period/zone.ts';
import { didYouMean } from '#text/match.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';
import { confirmRecount, formerLines, recountedLines } from './importSummary.ts';
import { checkedDomain } from './options.ts';
import { changeableLogs, reading } from './sources.ts';

const interrupted = 'Interrupted: what was counted again by then stays.';

export const recount = defineSubcommand({
  description: 'count a website again from its logs, after a change of what it excludes',
  arguments: [{ name: '[DOMAIN]', description: 'the website; --all in its place', suggestions: 'websites' }],
  options: {
    all: { description: 'all websites whose logs are known, one after the other' },
    ...quietOption,
  },
  notes: `
Only days are counted again of which the logs still hold every line; it says from which day on, names the others, and asks
first, or takes --yes.`,
  examples: [
    ['sitedeck logs recount shop.example.com', 'after a change of what it excludes'],
    ['sitedeck logs recount --all --yes', 'all websites, without a question'],
  ],
  async run([domain], options) {
    const isAll = options.all === true;
    if (isAll === (domain !== undefined))
      throw new UsageError('Name the website: sitedeck logs recount DOMAIN, or --all.');
    const logs = changeableLogs(options);
    const confirm = confirmRecount(options);
    if (isAll) return await recountAll(logs, options, confirm);
    const summary = await reading(
      options,
      control => logs.recount(checkedDomain(domain ?? ''), confirm, control),
      'Interrupted: nothing was changed.',
    );
    for (const line of recountedLines(summary)) say(line);
  },
});

export const zone = defineSubcommand({
  description: 'count days and hours in another time zone, and those that are stored again',
  arguments: [{ name: '<ZONE>', description: 'an IANA name, such as Europe/Berlin' }],
  options: quietOption,
  notes: `
The zone is kept with what was counted: that of this machine at first, and the same whatever TZ says later. After a change
all websites are counted again as by logs recount; days of which the logs no longer hold every line stay those of the zone
before, and are named.`,
  examples: [['sitedeck logs zone Europe/Berlin', 'days begin at midnight in Berlin']],
  async run([given], options) {
    const timeZone = checkedZone(given);
    const logs = changeableLogs(options);
    const isOther = await reading(
      options,
      control => logs.changeZone(timeZone, control),
      'Interrupted: nothing was changed.',
    );
    const now = isOther ? 'are now' : 'are';
    say(`Days and hours ${now} those of ${timeZone}.`);
    await recountAll(logs, options, () => Promise.resolve(true), isOther);
  },
});

export const keep = defineSubcommand({
  description:
    'say for how many months visits are kept, of which filters, exit pages and bounce rate are made; other counts stay',
  arguments: [{ name: '<MONTHS>', description: 'such as 6m, or 2y: from 1 month to 10 years' }],
  options: quietOption,
  notes: `
Unless something else is said it is 13 months. Of what is older only counts stay, and for 400 days what joins a late line with
its session: filters, exit pages, bounce rate, time and pages a visit go with the visits. logs recount gives them to no day before;
after a longer time is said it brings back those whose lines are there.`,
  examples: [['sitedeck logs keep 6m', 'forget the visits of more than half a year ago']],
  async run([given], options) {
    const months = monthsOf(given);
    const logs = changeableLogs(options);
    await reading(options, control => logs.keep(months, control), 'Interrupted: nothing was changed.');
    say(
      `Visits are kept for ${counted(months, 'months')}. Of earlier days counts stay; filters, exit pages, bounce rate, time and pages a visit do not.`,
    );
  },
});

const mostMonths = 120;

/** Throws a UsageError. */
function monthsOf(given: string): number {
  const [, number, unit = 'm'] = /^(\d{1,3})([my]?)$/i.exec(given) ?? [];
  const months = Number(number) * (unit.toLowerCase() === 'y' ? 12 : 1);
  if (months >= 1 && months <= mostMonths) return months;
  throw new UsageError(`${safeText(given, 60)} is no number of months: write 6m or 2y, at most 10y.`);
}

/** A zone as it is spelled. Throws a UsageError. */
function checkedZone(given: string): string {
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const known = zones.find(name => name.toLowerCase() === given.toLowerCase());
  if (known !== undefined || isTimeZone(given)) return known ?? given;
  throw new UsageError(
    `${safeText(given, 60)} is no time zone: write one such as Europe/Berlin.${didYouMean(given, zones)}`,
  );
}

/** Counts one website after the other again, and names what stays as it is. */
async function recountAll(
  logs: Logs,
  options: GlobalOptions,
  confirm: (recount: Recount) => Promise<boolean>,
  isWanted = true,
): Promise<void> {
  const websites = await logs.counted();
  for (const { domain, former } of websites) {
    if (!isWanted && former.length === 0) continue;
    const name = safeText(domain, 253);
    try {
      const summary = await reading(options, control => logs.recount(domain, confirm, control), interrupted);
      for (const line of recountedLines(summary)) say(line);
    } catch (error) {
      if (!(error instanceof Failure) || error.exitCode === exitCodes.interrupted) throw error;
      const stay = former.length === 0 ? `${name} stays as it is.` : formerLines(name, former).join(' ');
      say(`${stay} ${safeText(error.message.replace(/ Nothing was changed\.$/, ''), 400)}`);
    }
  }
}
