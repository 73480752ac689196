import type { Day } from '#model/statistics/statistics.ts';
import { normaliseDomain } from './website.ts';

export interface Alarm {
  /** Of the website; empty for the service itself. */
  readonly id: string;
  /** That the website had then: ids are often 1, 2, 3. Those of older versions have none. */
  readonly domain?: string | undefined;
  /** What is watched, in words that are always the same: "visitors of 1 day below 10". */
  readonly threshold: string;
  /** When it was told first: an ISO time. */
  readonly since: string;
  /** The last day on which it was told. */
  readonly told: Day;
}

export type Alarms = readonly Alarm[];

export const noAlarms: Alarms = [];

export interface ThresholdCheck extends Pick<Alarm, 'id' | 'domain' | 'threshold'> {
  readonly isCrossed: boolean;
}

type AlarmState = 'crossed' | 'still' | 'over';

export interface AlarmNotice<T extends ThresholdCheck> {
  readonly check: T;
  readonly state: AlarmState;
  /** When it was told first; undefined for what is told now for the first time. */
  readonly since: string | undefined;
}

/** A threshold once when it is crossed, once when it is over, where that is asked for once a day in between. */
export function alarmNotices<T extends ThresholdCheck>(
  alarms: Alarms,
  checks: readonly T[],
  { today, repeats }: { readonly today: Day; readonly repeats: boolean },
): AlarmNotice<T>[] {
  const byId = Map.groupBy(alarms, ({ id }) => id);
  return checks.flatMap((each): AlarmNotice<T>[] => {
    const alarm = byId.get(each.id)?.find(known => isOf(known, each));
    const notice = (state: AlarmState) => [{ check: each, state, since: alarm?.since }];
    if (alarm === undefined) return each.isCrossed ? notice('crossed') : [];
    if (!each.isCrossed) return notice('over');
    return repeats && alarm.told < today ? notice('still') : [];
  });
}

export interface SentAlarm extends AlarmNotice<ThresholdCheck> {
  /** An ISO time. */
  readonly at: string;
  readonly today: Day;
}

/** The alarms once all of these were told, in their order. */
export function withSent(alarms: Alarms, sent: readonly SentAlarm[]): Alarms {
  const byId = Map.groupBy(alarms, ({ id }) => id);
  for (const { check, state, since, at, today } of sent) {
    const { id, domain, threshold } = check;
    const others = (byId.get(id) ?? []).filter(alarm => !isOf(alarm, check));
    const alarm = { id, ...(domain !== undefined && { domain }), threshold, since: since ?? at, told: today };
    byId.set(id, state === 'over' ? others : [...others, alarm]);
  }
  return [...byId.values()].flat();
}

function isOf(alarm: Alarm, { id, domain = '', threshold }: ThresholdCheck): boolean {
  const isSame = alarm.domain === undefined || normaliseDomain(alarm.domain) === normaliseDomain(domain);
  return alarm.id === id && isSame && alarm.threshold === threshold;
}
