import { adapters } from '#api/adapters.ts';
import { capabilities, ownCapabilities } from '#api/phpAnalytics/capabilities.ts';
import type { Connection } from '#config/resolveProfile.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { serviceKinds, type ServiceKind } from '#model/service/kinds.ts';

/** A connection, as far as it says which interface its service has. */
type Kind =
  | { readonly kind: 'service'; readonly service?: ServiceKind | undefined }
  | { readonly kind: Exclude<Connection['kind'], 'service'> };

/** What the adapter of a connection gives as `Api.capabilities`, without opening it: completion has no time for that. */
export function capabilitiesOf(connection: Kind): Capabilities {
  if (connection.kind === 'service') return adapters[connection.service ?? serviceKinds[0]].capabilities;
  return connection.kind === 'logs' ? ownCapabilities : capabilities;
}
