import type { ApiError } from '#api/error.ts';
import type { EditorField, FieldErrors } from './editorFields.ts';

const fieldOfWireName: Readonly<Record<string, EditorField>> = {
  domain: 'domain',
  privacy: 'privacy',
  password: 'password',
  email: 'email',
  exclude_bots: 'excludeBots',
  exclude_params: 'excludeParams',
  exclude_ips: 'excludeIps',
};

/** The service's field errors by field of the form; those of fields we do not have stay in the error's message. */
export function wireFieldErrors(error: ApiError): FieldErrors {
  const entries = Object.entries(error.details.fields ?? {}).flatMap(([wireName, messages]) => {
    const field = fieldOfWireName[wireName.split('.')[0] ?? wireName];
    return field === undefined ? [] : [[field, messages.join(' ')] as const];
  });
  return Object.fromEntries(entries);
}
