import { adapters } from '#api/adapters.ts';
import { capabilities, ownCapabilities } from '#api/phpAnalytics/capabilities.ts';
import type { Connection } from '#config/resolveProfile.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { serviceKinds, type ServiceKind } from '#model/service/kinds.ts';

/** A connection, as far as it says which interface its service has. */
type Kind =
  | { readonly kind: 'service'; readonly service?: ServiceKind | 'unknown' | undefined }
  | { readonly kind: Exclude<Connection['kind'], 'service'> };

/** What the adapter of a connection gives as `Api.capabilities`, without opening it: completion has no time for that. */
export function capabilitiesOf(connection: Kind): Capabilities {
  if (connection.kind === 'service') return adapters[likelyKind(connection)].capabilities;
  return connection.kind === 'logs' ? ownCapabilities : capabilities;
}

/** Whose interface a service has, as far as that is known before it is asked. */
export function likelyKind({
  service,
}: {
  readonly service?: ServiceKind | 'unknown' | undefined;
}): ServiceKind {
  return service === undefined || service === 'unknown' ? serviceKinds[0] : service;
}
