import type { Api } from '#api/api.ts';
import { ApiError, UnsupportedError } from '#model/failure.ts';
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
  if (reason !== undefined) throw new UnsupportedError(reason);
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
export function refuseUnsupported(
  { arguments: taken, options: table }: Subcommand,
  args: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
  capabilities: () => Capabilities,
): void {
  const given = [
    ...taken.map(({ whyUnsupported }, at) => ({ whyUnsupported, value: args[at] })),
    ...Object.entries(table).map(([key, { whyUnsupported }]) => ({ whyUnsupported, value: options[key] })),
  ];
  for (const { whyUnsupported, value } of given) {
    if (whyUnsupported === undefined || value === undefined) continue;
    for (const word of [value].flat()) {
      const reason = whyUnsupported(capabilities(), typeof word === 'string' ? word : '');
      if (reason !== undefined) throw new UnsupportedError(reason);
    }
  }
}

export function isOffered({ choices, whyUnsupported }: WithChoices, capabilities: Capabilities): boolean {
  return (choices ?? ['']).some(word => whyUnsupported?.(capabilities, word) === undefined);
}

export function offeredChoices(
  { choices = [], whyUnsupported }: WithChoices,
  capabilities: Capabilities,
): readonly string[] {
  return choices.filter(word => whyUnsupported?.(capabilities, word) === undefined);
}

type WithChoices = Pick<Flag, 'choices' | 'whyUnsupported'>;
