import { isPrivateAddress } from '#server/import/fields/address.ts';
import type { ClientField } from '#server/import/fields/clientField.ts';
import { Clients } from '#server/import/fields/Clients.ts';
import { openCountries } from '#server/import/fields/Countries.ts';
import { addressTest } from '#server/import/fields/exclusions.ts';
import { ServerFormat } from '#server/import/formats/ServerFormat.ts';
import { LineClassifier } from './LineClassifier.ts';
import { openSites, type SiteChoice } from './openSites.ts';

/** What lines are told apart by. May be sent to another thread. */
export interface ClassifierTask {
  readonly choice: SiteChoice;
  /** The random key of the database. */
  readonly key: string;
  /** Of all lines; undefined: each line tells. */
  readonly logFormat: string | undefined;
  /** Where the client of a line is named; undefined: in front. */
  readonly clientField: ClientField | undefined;
  /** Addresses and ranges of proxies, beside those of private networks. */
  readonly trustedProxies: readonly string[] | undefined;
}

export function openClassifier(task: ClassifierTask): LineClassifier {
  const { choice, key, logFormat, clientField, trustedProxies } = task;
  const opened = openSites(choice, key);
  const countries = openCountries();
  const proxies = addressTest(trustedProxies?.join('\n') ?? null);
  const isTrusted = (address: string): boolean => isPrivateAddress(address) || proxies.isExcluded(address);
  const clients = new Clients({ sites: opened.sites, isTrusted, clientField }, countries);
  const format = logFormat === undefined ? undefined : new ServerFormat(logFormat);
  return new LineClassifier({ opened, clients, countries, format });
}
