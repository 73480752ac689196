import { capabilities, ownCapabilities } from '#api/phpAnalytics/capabilities.ts';
import type { Connection } from '#config/resolveProfile.ts';
import type { Capabilities } from '#model/service/capabilities.ts';

const byKind: Readonly<Record<Connection['kind'], Capabilities>> = {
  demo: capabilities,
  logs: ownCapabilities,
  service: capabilities,
};

/** What the adapter of a connection gives as `Api.capabilities`, without opening it: completion has no time for that. */
export function capabilitiesOf({ kind }: Pick<Connection, 'kind'>): Capabilities {
  return byKind[kind];
}
