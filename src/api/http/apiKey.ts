import { type ApiKeySource, isApiKey } from '#model/service/connection.ts';
import { safeText } from '#text/safeText.ts';
import { doneOnce } from '#api/promises.ts';
import { ApiError } from '#model/failure.ts';

/** Holds the API key and removes it from everything that is shown. */
interface ApiKey {
  /** Rejects with an auth error where there is no key, or one that cannot be in a header. */
  readonly read: () => Promise<string>;
  /** To be called when the service refused this key: the next request reads the source again. */
  readonly forget: (key: string) => void;
  /** To be called when the source has another key: the next request reads it. */
  readonly renew: () => void;
  /** Another secret, which was given for the key. */
  readonly hide: (secret: string) => void;
  /** Masks the key and what was given for it wherever they occur. */
  readonly mask: (text: string) => string;
  /** The same for a service's text, which it makes safe to show. */
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
    throw new ApiError('auth', `The API key could not be read: ${why}`, { isUnread: true });
  }
}

function masked(text: string, secrets: ReadonlySet<string>): string {
  let rest = text;
  for (const secret of secrets) if (secret !== '') rest = rest.replaceAll(secret, '***');
  return rest;
}

/** Makes a service's text safe to show, and masks the secrets wherever they occur. */
function cleanText(raw: unknown, secrets: ReadonlySet<string>, maxLength?: number): string {
  // Before, so that no part of one remains where text is cut; after, for one split by hidden characters.
  return typeof raw === 'string' ? masked(safeText(masked(raw, secrets), maxLength), secrets) : '';
}

/** Reads the key from its source at the first request, and again after forget. */
export function createApiKey(source: ApiKeySource): ApiKey {
  let known: string | undefined;
  const hidden = new Set<string>();

  const readKey = async (): Promise<string> => {
    const key = checked(typeof source === 'string' ? source : await ask(source));
    known = key;
    hidden.add(key).add(encodeURIComponent(key));
    return key;
  };
  let read = doneOnce(readKey);
  const renew = () => {
    known = undefined;
    read = doneOnce(readKey);
  };
  return {
    read: () => read(),
    forget(key) {
      if (key === known) renew();
    },
    renew,
    hide: secret => void hidden.add(secret).add(encodeURIComponent(secret)),
    mask: text => masked(text, hidden),
    clean: (raw, maxLength) => cleanText(raw, hidden, maxLength),
  };
}
