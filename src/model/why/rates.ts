import { formatChange, type Change } from '#model/comparison/change.ts';
import {
  measureOfSessions,
  outstanding,
  rateScore,
  sessionChange,
  type SessionMeasure,
  sessionMeasureInfo,
  sessionMeasureNumber,
  sessionMeasures,
  sessionMeasureText,
  type SessionSums,
} from '#model/statistics/sessions.ts';

export interface WhyRate {
  readonly name: SessionMeasure;
  readonly now: number;
  readonly before: number;
  readonly change: Change;
  /** Whether days vary as much by chance; undefined where that is not known. */
  readonly isChance: boolean | undefined;
}

interface Sides<T> {
  readonly now: T;
  readonly before: T;
}

/**
 * Those of which both sides have any session.
 * @param days the sums of each day; undefined where they are not told
 */
export function whyRates(
  sums: Sides<SessionSums | undefined>,
  days: Sides<readonly SessionSums[]> | undefined,
): WhyRate[] {
  return sessionMeasures.flatMap(name => {
    const [now, before] = [sums.now, sums.before].map(each => measureOfSessions(name, each));
    if (now === undefined || before === undefined) return [];
    const score = days && rateScore(name, days);
    const isChance = score === undefined ? undefined : Math.abs(score) < outstanding;
    const change = sessionChange(name, { ...sums, days: days?.now, daysBefore: days?.before });
    return [{ name, now, before, change, isChance }];
  });
}

/** "Bounce rate 39% to 45% (+6.1pp, beyond chance)". */
export function rateText({ name, now, before, change, isChance }: WhyRate): string {
  const { title } = sessionMeasureInfo[name];
  const [from, to] = [before, now].map(value => sessionMeasureText(name, value));
  const chance = isChance === undefined ? '' : isChance ? 'within chance' : 'beyond chance';
  return `${title} ${from} to ${to}${inBrackets(change, chance)}`;
}

/** "Bounces 45% (+6.1pp)". */
export function shortRateText({ name, now, change }: WhyRate): string {
  return `${sessionMeasureInfo[name].shortTitle} ${sessionMeasureText(name, now)}${inBrackets(change)}`;
}

/** "Bounces (+6.1pp)". */
export function rateChangeText({ name, change }: WhyRate): string {
  return `${sessionMeasureInfo[name].shortTitle}${inBrackets(change)}`;
}

function inBrackets(change: Change, chance = ''): string {
  const by = formatChange(change);
  const words = [by, change.kind === 'same' ? '' : chance].filter(word => word !== '');
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/** The same in one sentence; empty without any. */
export function ratesSentence(rates: readonly WhyRate[]): string {
  const texts = rates.map((rate, at) => (at === 0 ? rateText(rate) : uncapitalised(rateText(rate))));
  return texts.length === 0 ? '' : `${texts.join('; ')}.`;
}

function uncapitalised(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** For programs: `{bounce_rate: 0.45, bounce_rate_before: 0.39, bounce_rate_stands_out: true ...}`. */
export function rateFacts(rates: readonly WhyRate[]): Readonly<Record<string, number | boolean | undefined>> {
  return Object.fromEntries(
    rates.flatMap(({ name, now, before, isChance }) => [
      [name, sessionMeasureNumber(name, now)],
      [`${name}_before`, sessionMeasureNumber(name, before)],
      [`${name}_stands_out`, isChance === undefined ? undefined : !isChance],
    ]),
  );
}
