import { type ApiKeySource, isApiKey } from '#model/text/apiKey.ts';
import { safeText } from '#terminal/safeText.ts';
import { ApiError } from './error.ts';

/** Holds the API key and removes it from everything that is shown. */
export interface ApiKey {
  /** Rejects with an auth error where there is no key, or one that cannot be in a header. */
  readonly read: () => Promise<string>;
  /** To be called when the service refused this key: the next request reads the source again. */
  readonly forget: (key: string) => void;
  /** Another secret, which was given for the key. */
  readonly hide: (secret: string) => void;
  /** Makes a service's text safe to show, and masks the key wherever it occurs. */
  readonly clean: (raw: unknown, maxLength?: number) => string;
}

function checked(raw: string): string {
  const key = raw.trim();
  if (key === '') throw new ApiError('auth', 'There is no API key for this service.');
  if (!isApiKey(key)) {
    throw new ApiError('auth', 'The API key has a blank or a special character in it: copy it again.');
  }
  return key;
}

async function ask(source: () => Promise<string>): Promise<string> {
  try {
    return await source();
  } catch (fault) {
    // Of a sign-in: it says what was wrong.
    if (fault instanceof ApiError) throw fault;
    const why = fault instanceof Error ? safeText(fault.message, 200) : 'its source failed';
    throw new ApiError('auth', `The API key could not be read: ${why}`);
  }
}

/** Makes a service's text safe to show, and masks the secrets wherever they occur. */
export function cleanText(raw: unknown, secrets: ReadonlySet<string>, maxLength?: number): string {
  const redact = (text: string): string => {
    let rest = text;
    for (const secret of secrets) if (secret !== '') rest = rest.replaceAll(secret, '***');
    return rest;
  };
  // Before, so that no part of one remains where text is cut; after, for one split by hidden characters.
  return typeof raw === 'string' ? redact(safeText(redact(raw), maxLength)) : '';
}

/** Reads the key from its source at the first request, and again after forget. */
export function createApiKey(source: ApiKeySource): ApiKey {
  let reading: Promise<string> | undefined;
  let known: string | undefined;
  const hidden = new Set<string>();

  const readOnce = async (): Promise<string> => {
    const key = checked(typeof source === 'string' ? source : await ask(source));
    known = key;
    hidden.add(key).add(encodeURIComponent(key));
    return key;
  };
  return {
    async read() {
      const current = (reading ??= readOnce());
      try {
        return await current;
      } catch (fault) {
        if (reading === current) reading = undefined;
        throw fault;
      }
    },
    forget(key) {
      if (key === known) reading = known = undefined;
    },
    hide: secret => void hidden.add(secret).add(encodeURIComponent(secret)),
    clean: (raw, maxLength) => cleanText(raw, hidden, maxLength),
  };
}
