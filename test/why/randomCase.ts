import { addDays } from '#model/period/day.ts';
import type { Day, SeriesPoint, StatisticName } from '#model/statistics/statistics.ts';
import type { WhyInput } from '#model/why/whyFacts.ts';
import { randomOf } from '../helpers/random.ts';

export const plantings = ['referrer', 'page', 'country', 'spike', 'noise'] as const;
export type Planting = (typeof plantings)[number];

interface Session {
  readonly referrer: string;
  readonly campaign: string;
  readonly landing_page: string;
  readonly pages: readonly string[];
  readonly country: string;
  readonly device: string;
}

export const firstDay: Day = '2026-08-03';
const days = 28;
const names = ['referrer', 'campaign', 'page', 'landing_page', 'country', 'device', 'event'] as const;

/**
 * Sessions of 56 days, one by one, as a log would have them: weekdays, good and bad days, a drift of up to a tenth that all
 * share. In the later 28 days one cause takes away or adds sessions; its value has 5 to 60 of 100 of its dimension.
 */
export function randomCase(planting: Planting, seed: number): { input: WhyInput; value: string } {
  const random = randomOf(seed * 7919 + plantings.indexOf(planting));
  const shares = {
    referrer: weights(random, 'ref', 4 + Math.floor(random() * 20)),
    page: weights(random, '/page', 8 + Math.floor(random() * 40)),
    country: weights(random, 'C', 4 + Math.floor(random() * 30)),
    device: weights(random, 'device', 3),
    campaign: weights(random, 'campaign', 4),
  };
  const daily = 50 + random() * 250;
  const drift = 0.9 + random() * 0.2;
  const weekend = 0.4 + random() * 0.6;
  const spikeDay = Math.floor(random() * days);
  const spike = 2 + random() * 3;
  const value =
    planting === 'spike'
      ? addDays(firstDay, days + spikeDay)
      : planting === 'noise'
        ? ''
        : large(random, shares[planting]);
  const series: SeriesPoint[] = [];
  const counts = [0, 1].map(() => new Map<StatisticName, Map<string, number>>());
  for (let index = 0; index < days * 2; index += 1) {
    const later = index >= days;
    const mood = 0.9 + random() * 0.2;
    const mean = daily * mood * (index % 7 > 4 ? weekend : 1) * (later ? drift : 1);
    const expected = planting === 'spike' && index === days + spikeDay ? mean * spike : mean;
    let sessions = 0;
    for (let left = poisson(random, expected); left > 0; left -= 1) {
      const session = randomSession(random, shares);
      if (later && isLost(session, planting, value)) continue;
      sessions += 1;
      count(counts[Number(later)], session, planting === 'page' && later ? value : undefined);
    }
    series.push({ day: addDays(firstDay, index), count: sessions });
  }
  const rowsOf = (side: number, name: StatisticName) => ({
    rows: [...(counts[side]?.get(name) ?? [])]
      .map(([row, of]) => ({ value: row, count: of }))
      .sort((a, b) => b.count - a.count),
    readToEnd: true,
  });
  const input: WhyInput = {
    before: series.slice(0, days),
    now: series.slice(days),
    dimensions: names.map(name => ({ name, now: rowsOf(1, name), before: rowsOf(0, name), reaches: true })),
  };
  return { input, value };
}

type Shares = readonly { readonly value: string; readonly share: number }[];

/** Shares as sites have them: the n-th is about 1/n of the first. */
function weights(random: () => number, name: string, length: number): Shares {
  const raw = Array.from({ length }, (_, place) => (0.5 + random()) / (place + 1));
  const whole = raw.reduce((total, of) => total + of, 0);
  return raw.map((of, place) => ({ value: `${name}${place}`, share: of / whole }));
}

/** One that is worth a question: 5 to 60 of 100. */
function large(random: () => number, shares: Shares): string {
  const fit = shares.filter(({ share }) => share >= 0.05 && share <= 0.6);
  return (fit[Math.floor(random() * fit.length)] ?? shares[0])?.value ?? '';
}

function pick(random: () => number, shares: Shares): string {
  let left = random();
  let place = -1;
  while (left >= 0 && place < shares.length - 1) left -= shares[++place]?.share ?? 0;
  return shares[place]?.value ?? '';
}

function randomSession(
  random: () => number,
  shares: Readonly<Record<'referrer' | 'page' | 'country' | 'device' | 'campaign', Shares>>,
): Session {
  const pages: string[] = [];
  for (let left = 1 + Math.floor(-Math.log(1 - random()) * 1.5); left > 0; left--)
    pages.push(pick(random, shares.page));
  return {
    referrer: pick(random, shares.referrer),
    campaign: random() < 0.2 ? pick(random, shares.campaign) : '',
    landing_page: pages[0] ?? '',
    pages,
    country: pick(random, shares.country),
    device: pick(random, shares.device),
  };
}

function isLost(session: Session, planting: Planting, value: string): boolean {
  if (planting === 'referrer') return session.referrer === value;
  if (planting === 'country') return session.country === value;
  return planting === 'page' && session.landing_page === value;
}

function count(
  into: Map<StatisticName, Map<string, number>> | undefined,
  session: Session,
  gone: string | undefined,
): void {
  const add = (name: StatisticName, value: string) => {
    const known = into?.get(name);
    const rows = known ?? new Map<string, number>();
    rows.set(value, (rows.get(value) ?? 0) + 1);
    if (known === undefined) into?.set(name, rows);
  };
  add('referrer', session.referrer);
  add('landing_page', session.landing_page);
  add('country', session.country);
  add('device', session.device);
  if (session.campaign !== '') add('campaign', session.campaign);
  for (const page of session.pages) if (page !== gone) add('page', page);
  if (session.pages.length > 4) add('event', 'read on');
}

/** By the normal distribution: the means are large. */
function poisson(random: () => number, mean: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.max(0, Math.round(mean + normal * Math.sqrt(mean)));
}
