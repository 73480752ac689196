import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import type { FieldName } from '#model/website/draft.ts';
import { settingNames, type Privacy } from '#model/website/website.ts';
import { canWrite, hasStatistic, type Capabilities, type WebsiteOrder } from './capabilities.ts';

// Each says in one line why a service does not do what it was asked for; undefined where it does.

/** "Umami does not record campaigns." */
export function whyNoStatistic(capabilities: Capabilities, name: StatisticName): string | undefined {
  if (hasStatistic(capabilities, name)) return undefined;
  return capabilities.refused?.[name] ?? notRecorded(capabilities.serviceName, name);
}

/** "Umami does not record campaigns." */
export function notRecorded(service: string, name: StatisticName, rest = ''): string {
  return `${service} does not record ${statisticInfo(name).title.toLowerCase()}${rest}.`;
}

const lackingField: Readonly<Record<FieldName, string>> = {
  domain: 'does not let websites be added',
  name: 'does not have names of websites beside their domains',
  privacy: 'does not have privacy settings',
  password: 'does not have passwords for statistics',
  email: 'does not send reports by email',
  excludeBots: 'does not let bots be excluded',
  excludeParams: 'does not let parameters be excluded',
  excludeIps: 'does not let addresses be excluded',
};

/** "Umami does not send reports by email." */
export function whyNoField(capabilities: Capabilities, field: FieldName): string | undefined {
  return canWrite(capabilities, field) ? undefined : `${capabilities.serviceName} ${lackingField[field]}.`;
}

export function whyNoPrivacy(capabilities: Capabilities, privacy: Privacy): string | undefined {
  const { privacies, serviceName } = capabilities;
  if (privacies.length === 0) return whyNoField(capabilities, 'privacy');
  if (privacies.includes(privacy)) return undefined;
  return `${serviceName} does not have the privacy "${privacy}", only ${privacies.join(' and ')}.`;
}

/** Where no setting of a website can be written. */
export function whyNoSettings(capabilities: Capabilities): string | undefined {
  if (settingNames.some(name => canWrite(capabilities, name))) return undefined;
  return `${capabilities.serviceName} does not let websites be changed.`;
}

export function whyNoWebsiteOrder(capabilities: Capabilities, order: WebsiteOrder): string | undefined {
  const { websites, serviceName } = capabilities;
  if (websites.orders.includes(order)) return undefined;
  return `${serviceName} does not sort websites by ${order}, only by ${websites.orders.join(' and ')}.`;
}

export function whyNoRowOrder(capabilities: Capabilities, order: 'count' | 'value'): string | undefined {
  const orders: readonly string[] = capabilities.rows.orders;
  if (orders.includes(order)) return undefined;
  return `${capabilities.serviceName} does not sort rows by ${order}, only by ${orders.join(' and ')}.`;
}

export function whyNoWebsiteSearch({ websites, serviceName }: Capabilities): string | undefined {
  return websites.canSearch ? undefined : `${serviceName} does not search websites.`;
}

export function whyNoRowSearch({ rows, serviceName }: Capabilities): string | undefined {
  return rows.canSearch ? undefined : `${serviceName} does not search the rows of a statistic.`;
}
