import type { DataCell, DataTable } from './dataTable.ts';
import type { Period } from './statistics.ts';
import type { Website } from './website.ts';

/** Websites with their settings and their numbers. Passwords and fields that are not known are left out. */
export function websitesTable(
  websites: readonly Website[],
  numbers: {
    readonly period: Period;
    readonly timeZone: string;
    readonly of: (website: Website) => {
      readonly visitors?: number | undefined;
      readonly visitorsBefore?: number | undefined;
      readonly pageviews?: number | undefined;
    };
    readonly asked: Readonly<Record<string, DataCell>>;
  },
): DataTable {
  const { period, timeZone, of, asked } = numbers;
  return {
    title: 'Websites',
    about: { from: period.from, to: period.to, time_zone: timeZone, ...asked },
    columns: [
      { key: 'id', title: 'Id' },
      { key: 'domain', title: 'Domain' },
      { key: 'visitors', title: 'Visitors' },
      { key: 'visitors_before', title: 'Visitors before' },
      { key: 'pageviews', title: 'Page views' },
      { key: 'privacy', title: 'Privacy' },
      { key: 'email', title: 'Email reports' },
      { key: 'exclude_bots', title: 'Bots excluded' },
      { key: 'exclude_params', title: 'Parameters excluded' },
      { key: 'exclude_ips', title: 'Addresses excluded' },
      { key: 'created_at', title: 'Added' },
    ],
    rows: websites.map(website => {
      const { visitors, visitorsBefore, pageviews } = of(website);
      const { id, domain, privacy, email, excludeBots, excludeParams, excludeIps, createdAt } = website;
      return [
        id,
        domain,
        visitors,
        visitorsBefore,
        pageviews,
        privacy,
        email,
        excludeBots,
        excludeParams,
        excludeIps,
        createdAt,
      ];
    }),
  };
}
