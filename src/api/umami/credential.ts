/** What a stored key is: a token of a sign-in, an API key (both sent as a Bearer token), or the slug of a share link. */
export type Credential =
  | { readonly kind: 'token' | 'apiKey'; readonly token: string }
  | { readonly kind: 'share'; readonly slug: string };

const sharePrefix = 'share:';
/** API keys of version 3.4 begin so; tokens are base64 and have no underscore. */
const apiKeyPrefix = 'umami_';

export function readCredential(key: string): Credential {
  if (key.startsWith(sharePrefix)) return { kind: 'share', slug: key.slice(sharePrefix.length) };
  return { kind: key.startsWith(apiKeyPrefix) ? 'apiKey' : 'token', token: key };
}

/** The base URL and key of "https://umami.example.com/share/SLUG", with or without the domain behind; else undefined. */
export function readShareLink(
  address: string,
): { readonly baseUrl: string; readonly apiKey: string } | undefined {
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : undefined;
  const [, base, slug] = /^(.*?)\/share\/([^/]{1,150})(?:\/.*)?$/.exec(url?.pathname ?? '') ?? [];
  if (url === undefined || base === undefined || slug === undefined) return undefined;
  // Percent-encoded as it is in the address: the key then fits into a path and a header.
  return { baseUrl: url.origin + base, apiKey: sharePrefix + slug };
}
