import { addDays } from '#model/period/day.ts';
import type { Day, SeriesPoint } from '#model/statistics/statistics.ts';
import type { WhyInput } from '#model/why/facts.ts';
import { randomOf } from '../helpers/random.ts';

export const plantings = ['referrer', 'page', 'country', 'spike', 'noise'] as const;
export type Planting = (typeof plantings)[number];

/** Places in the shares, since there are millions of sessions; -1: no campaign. */
interface Session {
  readonly referrer: number;
  readonly campaign: number;
  readonly pages: readonly number[];
  readonly country: number;
  readonly device: number;
}

export const firstDay: Day = '2026-08-03';
const days = 28;
const names = ['referrer', 'campaign', 'page', 'landing_page', 'country', 'device', 'event'] as const;
type CountedName = (typeof names)[number];

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
  } satisfies AllShares;
  const daily = 50 + random() * 250;
  const drift = 0.9 + random() * 0.2;
  const weekend = 0.4 + random() * 0.6;
  const spikeDay = Math.floor(random() * days);
  const spike = 2 + random() * 3;
  const place = planting === 'spike' || planting === 'noise' ? -1 : large(random, shares[planting]);
  const value =
    planting === 'spike'
      ? addDays(firstDay, days + spikeDay)
      : planting === 'noise'
        ? ''
        : (shares[planting].values[place] ?? '');
  const series: SeriesPoint[] = [];
  const [before, now] = [new SessionCounts(shares), new SessionCounts(shares)];
  for (let index = 0; index < days * 2; index += 1) {
    const later = index >= days;
    const mood = 0.9 + random() * 0.2;
    const mean = daily * mood * (index % 7 > 4 ? weekend : 1) * (later ? drift : 1);
    const expected = planting === 'spike' && index === days + spikeDay ? mean * spike : mean;
    let sessions = 0;
    for (let left = poisson(random, expected); left > 0; left -= 1) {
      const session = randomSession(random, shares);
      if (later && isLost(session, planting, place)) continue;
      sessions += 1;
      (later ? now : before).add(session, planting === 'page' && later ? place : undefined);
    }
    series.push({ day: addDays(firstDay, index), count: sessions });
  }
  const rowsOf = (counts: SessionCounts, name: CountedName) => ({
    rows: counts.rows(name).sort((a, b) => b.count - a.count),
    readToEnd: true,
  });
  const input: WhyInput = {
    before: series.slice(0, days),
    now: series.slice(days),
    dimensions: names.map(name => ({
      name,
      now: rowsOf(now, name),
      before: rowsOf(before, name),
      reaches: true,
    })),
  };
  return { input, value };
}

type AllShares = Readonly<Record<'referrer' | 'page' | 'country' | 'device' | 'campaign', Shares>>;
interface Shares {
  readonly values: readonly string[];
  /** Of each value, together 1. */
  readonly parts: readonly number[];
}

/** Shares as sites have them: the n-th is about 1/n of the first. */
function weights(random: () => number, name: string, length: number): Shares {
  const raw = Array.from({ length }, (_, place) => (0.5 + random()) / (place + 1));
  const whole = raw.reduce((total, of) => total + of, 0);
  return { values: raw.map((_, place) => `${name}${place}`), parts: raw.map(of => of / whole) };
}

/** One that is worth a question: 5 to 60 of 100. */
function large(random: () => number, { parts }: Shares): number {
  const fit = [...parts.keys()].filter(place => {
    const part = parts[place] ?? 0;
    return part >= 0.05 && part <= 0.6;
  });
  return fit[Math.floor(random() * fit.length)] ?? 0;
}

function pick(random: () => number, { parts }: Shares): number {
  let left = random();
  let place = -1;
  while (left >= 0 && place < parts.length - 1) left -= parts[++place] ?? 0;
  return place;
}

function randomSession(random: () => number, shares: AllShares): Session {
  const pages: number[] = [];
  for (let left = 1 + Math.floor(-Math.log(1 - random()) * 1.5); left > 0; left--)
    pages.push(pick(random, shares.page));
  return {
    referrer: pick(random, shares.referrer),
    campaign: random() < 0.2 ? pick(random, shares.campaign) : -1,
    pages,
    country: pick(random, shares.country),
    device: pick(random, shares.device),
  };
}

function isLost(session: Session, planting: Planting, place: number): boolean {
  if (planting === 'referrer') return session.referrer === place;
  if (planting === 'country') return session.country === place;
  return planting === 'page' && session.pages[0] === place;
}

class SessionCounts {
  readonly #of: Readonly<Record<CountedName, ValueCounts>>;

  constructor(shares: AllShares) {
    this.#of = {
      referrer: new ValueCounts(shares.referrer.values),
      campaign: new ValueCounts(shares.campaign.values),
      page: new ValueCounts(shares.page.values),
      landing_page: new ValueCounts(shares.page.values),
      country: new ValueCounts(shares.country.values),
      device: new ValueCounts(shares.device.values),
      event: new ValueCounts(['read on']),
    };
  }

  add({ referrer, campaign, pages, country, device }: Session, gone: number | undefined): void {
    const of = this.#of;
    of.referrer.add(referrer);
    of.landing_page.add(pages[0] ?? 0);
    of.country.add(country);
    of.device.add(device);
    if (campaign >= 0) of.campaign.add(campaign);
    for (const page of pages) if (page !== gone) of.page.add(page);
    if (pages.length > 4) of.event.add(0);
  }

  rows(name: CountedName): { value: string; count: number }[] {
    return this.#of[name].rows();
  }
}

class ValueCounts {
  readonly #values: readonly string[];
  readonly #counts: number[];
  /** The places, as they were first counted. */
  readonly #order: number[] = [];

  constructor(values: readonly string[]) {
    this.#values = values;
    this.#counts = values.map(() => 0);
  }

  add(place: number): void {
    const count = this.#counts[place] ?? 0;
    if (count === 0) this.#order.push(place);
    this.#counts[place] = count + 1;
  }

  rows(): { value: string; count: number }[] {
    return this.#order.map(place => ({
      value: this.#values[place] ?? '',
      count: this.#counts[place] ?? 0,
    }));
  }
}

/** By the normal distribution: the means are large. */
function poisson(random: () => number, mean: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.max(0, Math.round(mean + normal * Math.sqrt(mean)));
}
