import type { Day, Period } from '#model/statistics/statistics.ts';
import { type Capabilities, countsVisits, statisticTitle } from '#model/service/capabilities.ts';
import { privacyWords, type Website } from '#model/website/website.ts';
import { counted } from '#text/words.ts';
import { dayBefore, type DataCell, type DataTable, periodParameters } from './dataTable.ts';

export interface RecordField {
  /** Its name on the wire. */
  readonly name: string;
  /** Its title here; undefined for an unknown field. */
  readonly title: string | undefined;
  /** As copied: text as it is, anything else as JSON. */
  readonly raw: string;
  /** What a known value stands for: "private" for 1. */
  readonly meaning: string | undefined;
}

const titles: Readonly<Record<string, string>> = {
  id: 'Id',
  domain: 'Domain',
  name: 'Name',
  privacy: 'Privacy',
  email: 'Email reports',
  exclude_bots: 'Exclude bots',
  exclude_params: 'Excluded parameters',
  exclude_ips: 'Excluded addresses',
  created_at: 'Added',
  updated_at: 'Changed',
};

/** Every field the service returned: known ones first, in the order of the form, then the others in their order. */
export function recordFields(website: Website): RecordField[] {
  const names = Object.keys(website.fields);
  const known = Object.keys(titles).filter(name => names.includes(name));
  const others = names.filter(name => !Object.hasOwn(titles, name));
  const fields = [...known, ...others].map(name => ({
    name,
    title: Object.hasOwn(titles, name) ? titles[name] : undefined,
    raw: rawText(website.fields[name]),
    meaning: meaningOf(website, name),
  }));
  const raw = leftOutWords(website);
  return raw === undefined ? fields : [...fields, { name: '', title: 'Left out', raw, meaning: undefined }];
}

/** "199,800 fields: too many, or too large"; undefined where no field was left out. */
export function leftOutWords({ leftOut }: Website): string | undefined {
  return leftOut === undefined ? undefined : `${counted(leftOut, 'fields')}: too many, or too large`;
}

function rawText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function meaningOf({ privacy, email, excludeBots }: Website, name: string): string | undefined {
  const yesOrNo = (flag: boolean | undefined) => (flag === undefined ? undefined : flag ? 'yes' : 'no');
  if (name === 'privacy') return privacy;
  if (name === 'email') return yesOrNo(email);
  return name === 'exclude_bots' ? yesOrNo(excludeBots) : undefined;
}

/** A value on one line, its lines separated by commas. */
export function oneLine({ raw }: RecordField): string {
  return raw.split(/\r?\n/).join(', ');
}

interface ExportedField {
  /** Its name in the service's interface. */
  readonly key: string;
  readonly title: string;
  read(website: Website): DataCell;
}

const names: readonly ExportedField[] = [
  { key: 'id', title: 'Id', read: ({ id }) => id },
  { key: 'domain', title: 'Domain', read: ({ domain }) => domain },
];

/** Those that only some services have. */
const ofSome = [
  { key: 'name', title: 'Name', read: ({ name }) => name },
  { key: 'retention', title: 'Days kept', read: ({ retention }) => retention },
] as const satisfies readonly ExportedField[];

const settings: readonly ExportedField[] = [
  { key: 'privacy', title: 'Privacy', read: privacyWords },
  { key: 'email', title: 'Email', read: ({ email }) => email },
  { key: 'exclude_bots', title: 'Bots excluded', read: ({ excludeBots }) => excludeBots },
  { key: 'exclude_params', title: 'Excluded parameters', read: ({ excludeParams }) => excludeParams },
  { key: 'exclude_ips', title: 'Excluded addresses', read: ({ excludeIps }) => excludeIps },
  { key: 'created_at', title: 'Added', read: ({ createdAt }) => createdAt },
];

/** Websites with their settings, and their names where the service has them, without passwords and unknown fields. */
export function websitesTable(
  title: string,
  websites: readonly Website[],
  about: DataTable['about'] = {},
): DataTable {
  const theirs = ofSome.filter(({ key }) => websites.some(website => website[key] !== undefined));
  const all = [...names, ...theirs, ...settings];
  return {
    title,
    about,
    columns: all.map(({ key, title }) => ({ key, title })),
    rows: websites.map(website => all.map(({ read }) => read(website))),
  };
}

/** A website's counts in a period; undefined where they were not read. */
interface WebsiteNumbers {
  readonly visitors?: number | undefined;
  /** Of today the hours that are over. */
  readonly visitorsCompared?: number | undefined;
  readonly visitorsBefore?: number | undefined;
  /** The day of those, where each website has one of its own. */
  readonly dayBefore?: Day | undefined;
  /** 0.5 for half as many more; undefined where none is told. */
  readonly change?: number | undefined;
  /** Why none is. */
  readonly noComparison?: string | undefined;
  readonly pageviews?: number | undefined;
}

export function websiteNumbersTable(
  websites: readonly Website[],
  numbers: {
    readonly period: Period;
    /** The days compared with; undefined where nothing is, or each website is compared with a day of its own. */
    readonly before: Period | undefined;
    readonly hasBefore: boolean;
    /** Changes are those of a part of today. */
    readonly isPart: boolean;
    readonly timeZone: string;
    readonly capabilities: Capabilities;
    readonly numbersOf: (website: Website) => WebsiteNumbers;
    readonly parameters: Readonly<Record<string, DataCell>>;
  },
): DataTable {
  const { period, before, hasBefore, isPart, timeZone, capabilities, numbersOf, parameters } = numbers;
  const title = statisticTitle('visitors', capabilities);
  const hasDays = hasBefore && before === undefined;
  const table = websitesTable('Websites', websites, {
    ...periodParameters(period, before, timeZone, capabilities),
    ...parameters,
  });
  const at = names.length;
  return {
    ...table,
    areVisits: countsVisits(capabilities),
    columns: table.columns.toSpliced(
      at,
      0,
      { key: 'visitors', title },
      ...(isPart ? [{ key: 'visitors_compared', title: `${title} compared` }] : []),
      ...(hasBefore ? [{ key: 'visitors_before', title: `${title} before` }] : []),
      ...(hasDays ? [dayBefore('before_day')] : []),
      ...(hasBefore
        ? [
            { key: 'change', title: 'Change', kind: 'change' as const },
            { key: 'no_comparison', title: 'No comparison' },
          ]
        : []),
      { key: 'pageviews', title: 'Page views', forPrograms: countsVisits(capabilities) },
    ),
    rows: websites.map((website, row) => {
      const { visitors, visitorsCompared, visitorsBefore, dayBefore, pageviews, ...others } =
        numbersOf(website);
      const earlier = [
        ...(isPart ? [visitorsCompared] : []),
        ...(hasBefore ? [visitorsBefore] : []),
        ...(hasDays ? [dayBefore] : []),
        ...(hasBefore ? [others.change, others.noComparison] : []),
      ];
      return (table.rows[row] ?? []).toSpliced(at, 0, visitors, ...earlier, pageviews);
    }),
  };
}
