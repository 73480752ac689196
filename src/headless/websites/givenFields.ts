import { UsageError } from '#connection/errors.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import type { DraftErrors } from '#model/website/draftCheck.ts';
import { givenSettings, type Privacy, type WebsiteSettings } from '#model/website/website.ts';
import { safeText } from '#terminal/safeText.ts';

/** The fields of websites as the command line has them. */
export interface FieldOptions extends GlobalOptions {
  readonly name?: string;
  readonly privacy?: Privacy;
  readonly email?: boolean;
  readonly excludeBots?: boolean;
  readonly excludeParams?: readonly string[];
  readonly excludeIps?: readonly string[];
  readonly password?: boolean;
}

/** The settings on the command line. A list given as "" alone is empty. */
export function givenIn({ excludeParams, excludeIps, ...options }: FieldOptions): Partial<WebsiteSettings> {
  return givenSettings({
    ...options,
    excludeParams: excludeParams?.filter(Boolean).join('\n'),
    excludeIps: excludeIps?.filter(Boolean).join('\n'),
  });
}

/** A password is asked for only where the rest is right. */
export function withoutPassword(errors: DraftErrors): DraftErrors {
  const { password: _, ...others } = errors;
  return others;
}

/** Throws a UsageError for the first error. */
export function refuseWrong(errors: DraftErrors): void {
  const [first] = Object.entries(errors);
  if (first === undefined) return;
  const names: Readonly<Record<string, string>> = {
    excludeParams: '--exclude-params',
    excludeIps: '--exclude-ips',
  };
  const [field, line] = first;
  throw new UsageError(safeText(`${names[field] ?? field}: ${line}`, 400));
}
