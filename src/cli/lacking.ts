import type { Api } from '#api/api.ts';
import { ApiError, LackingError } from '#model/failure.ts';
import { capabilities as ofInterface, withOffered } from '#api/phpAnalytics/capabilities.ts';
import { chosenProfile } from '#config/profile/chooseProfile.ts';
import { readPaths } from '#config/paths.ts';
import { capabilitiesOf } from '#api/open.ts';
import { type Capabilities, statisticInfo, whyNoStatistic } from '#model/service/capabilities.ts';
import { filtersOfDemo } from '#model/service/filter.ts';
import { offeredStatistics, type StatisticName } from '#model/statistics/statistics.ts';
import type { Flag, GlobalOptions, Subcommand } from './subcommand.ts';

/** Returns what the service of the profile has. Throws a ConfigError where there is no such profile. */
export type CapabilitiesFor = (options: GlobalOptions) => Capabilities;

export const capabilitiesFor: CapabilitiesFor = options =>
  capabilitiesOf(chosenProfile(options, readPaths(process.env)).connection);

/** The same with what its answers may turn out to offer, which is known once one has come. */
export const possibleCapabilities: CapabilitiesFor = options => {
  const known = capabilitiesFor(options);
  return known === ofInterface
    ? { ...withOffered(known, offeredStatistics.join(',')), filters: filtersOfDemo }
    : known;
};

/** Throws a UsageError where the service does not record a statistic. To be called once it has answered. */
export function requireStatistics(
  { capabilities }: Pick<Api, 'capabilities'>,
  names: readonly StatisticName[],
): void {
  const reason = names.map(name => whyNoStatistic(capabilities, name)).find(why => why !== undefined);
  if (reason !== undefined) throw new LackingError(reason);
}

interface ReadOfEach<T> {
  readonly read: readonly T[];
  /** Why others are left out: a sentence each. */
  readonly leftOut: readonly string[];
}

/** A refusal leaves out its statistic alone. Rejects where all are refused, and as `read` does otherwise. */
export async function readEach<T>(
  api: Pick<Api, 'capabilities'>,
  names: readonly StatisticName[],
  read: (name: StatisticName) => Promise<T>,
): Promise<ReadOfEach<T>> {
  const refusals: { readonly name: StatisticName; readonly error: ApiError }[] = [];
  const found = await Promise.all(
    names.map(async name => {
      try {
        return [await read(name)];
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== 'validation') throw error;
        refusals.push({ name, error });
        return [];
      }
    }),
  );
  const [first] = refusals;
  if (first !== undefined && refusals.length === names.length) throw first.error;
  const { refused = {} } = api.capabilities;
  const reasons = refusals.map(
    ({ name, error }) => refused[name] ?? `${statisticInfo(name).title}: left out. ${error.message}`,
  );
  return { read: found.flat(), leftOut: [...new Set(reasons)] };
}

/** Throws a UsageError with the reason where the arguments or options name something that the service lacks. */
export function refuseLacking(
  { arguments: taken, options: table }: Subcommand,
  args: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
  capabilities: () => Capabilities,
): void {
  const given = [
    ...taken.map(({ whyLacking }, at) => ({ whyLacking, value: args[at] })),
    ...Object.entries(table).map(([key, { whyLacking }]) => ({ whyLacking, value: options[key] })),
  ];
  for (const { whyLacking, value } of given) {
    if (whyLacking === undefined || value === undefined) continue;
    for (const word of [value].flat()) {
      const reason = whyLacking(capabilities(), typeof word === 'string' ? word : '');
      if (reason !== undefined) throw new LackingError(reason);
    }
  }
}

export function isOffered({ choices, whyLacking }: WithChoices, capabilities: Capabilities): boolean {
  return (choices ?? ['']).some(word => whyLacking?.(capabilities, word) === undefined);
}

export function offeredChoices(
  { choices = [], whyLacking }: WithChoices,
  capabilities: Capabilities,
): readonly string[] {
  return choices.filter(word => whyLacking?.(capabilities, word) === undefined);
}

type WithChoices = Pick<Flag, 'choices' | 'whyLacking'>;
