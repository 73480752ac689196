import { defaultValues, type WebsiteRecord, type WebsiteValues } from '#server/database/websiteQueries.ts';
import { hostName } from '#server/hostName.ts';
import { Validation } from './Validation.ts';

type Values = Omit<WebsiteValues, 'password_hash'>;

/** Checked fields; the password is still as typed, undefined when none is to be stored. */
interface CheckedFields<T> {
  readonly values: T;
  readonly password: string | undefined;
}

const privacies = [0, 1, 2] as const;
const privacyWithPassword = 2;
const flags = [0, 1] as const;

/** The fields of a new website, with the defaults for those left out. Throws a 422. */
export function newWebsite(form: URLSearchParams): CheckedFields<Values> {
  const fields = new Validation(form);
  const domain = newDomain(fields);
  const privacy = fields.numberOf('privacy', privacies) ?? defaultValues.privacy;
  const password = passwordFor(fields, privacy, false);
  const values = {
    domain,
    privacy,
    email: fields.numberOf('email', flags) ?? defaultValues.email,
    exclude_bots: fields.numberOf('exclude_bots', flags) ?? defaultValues.exclude_bots,
    exclude_params: fields.raw('exclude_params') || null,
    exclude_ips: fields.raw('exclude_ips') || null,
  };
  fields.check();
  return { values, password };
}

/** Only the fields that were sent. A domain is not changed. Throws a 422. */
export function changedWebsite(
  form: URLSearchParams,
  current: WebsiteRecord,
): CheckedFields<Partial<Omit<Values, 'domain'>>> {
  const fields = new Validation(form);
  const privacy = fields.numberOf('privacy', privacies);
  const email = fields.numberOf('email', flags);
  const bots = fields.numberOf('exclude_bots', flags);
  const password = passwordFor(fields, privacy ?? current.privacy, current.privacy === privacyWithPassword);
  fields.check();
  const values = {
    ...(privacy === undefined ? {} : { privacy }),
    ...(email === undefined ? {} : { email }),
    ...(bots === undefined ? {} : { exclude_bots: bots }),
    ...(fields.has('exclude_params') ? { exclude_params: fields.raw('exclude_params') || null } : {}),
    ...(fields.has('exclude_ips') ? { exclude_ips: fields.raw('exclude_ips') || null } : {}),
  };
  return { values, password };
}

function newDomain(fields: Validation): string {
  const text = fields.requiredText('domain');
  const domain = text === undefined ? undefined : hostName(text);
  if (text !== undefined && domain === undefined) {
    fields.refuse('domain', 'The domain must be a host name, such as example.com.');
  }
  return domain ?? '';
}

/** A password counts only where the privacy uses it. */
function passwordFor(fields: Validation, privacy: number, hasOne: boolean): string | undefined {
  if (privacy !== privacyWithPassword) return undefined;
  const password = fields.raw('password') || undefined;
  if (password === undefined && !hasOne) {
    fields.refuse('password', 'The password field is required when privacy is 2.');
  }
  return password;
}
