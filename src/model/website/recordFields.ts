import { counted } from '#model/text/number.ts';
import type { Website } from './website.ts';

/** A field of a website as the service returned it. */
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
