import type { LogLine } from '#server/import/formats/LogLine.ts';

/** Which field of a line names the client, where that is not the address in front. */
export type ClientField =
  | { readonly kind: 'last' }
  /** Among the quoted fields: the request is 1, the referrer 2, the agent 3. */
  | { readonly kind: 'number'; readonly number: number }
  /** Of NAME=ADDRESS or NAME="ADDRESS". */
  | { readonly kind: 'name'; readonly name: string };

const firstBehindRequest = 2;

/** Reads "x-forwarded-for", "x-forwarded-for:4" and "x-forwarded-for:NAME"; undefined for anything else. */
export function readClientField(text: string): ClientField | undefined {
  const [, hasField, field = ''] = /^x-forwarded-for(:(.*))?$/i.exec(text.trim()) ?? [undefined, '?'];
  if (hasField === undefined) return { kind: 'last' };
  const number = /^\d{1,3}$/.test(field) ? Number(field) : 0;
  if (number >= firstBehindRequest) return { kind: 'number', number };
  return /^[A-Za-z][\w.-]{0,60}$/.test(field) ? { kind: 'name', name: field } : undefined;
}

/** What a line has in the field; undefined where it has no such field, and for "-" and "". */
export function fieldOf(line: LogLine, field: ClientField): string | undefined {
  const fields = line.fields();
  const quoted = fields.filter(({ isQuoted }) => isQuoted);
  const value = (
    field.kind === 'last'
      ? quoted.at(-1)
      : field.kind === 'number'
        ? quoted[field.number - firstBehindRequest]
        : fields.find(({ name }) => name?.toLowerCase() === field.name.toLowerCase())
  )?.value;
  return value === '' || value === '-' ? undefined : value;
}
