import * as z from 'zod/mini';
import type { Http, ServiceProtocol } from '#api/api.ts';
import { wrongShape } from '#api/decode.ts';
import { lazy } from '#text/memo.ts';
import { retryableOnce } from '#model/promises.ts';
import { ApiError } from '#model/failure.ts';
import { isApiKey, type SignIn } from '#model/service/connection.ts';

/** What a stored key is: a token of a sign-in, an API key (both sent as a Bearer token), or the slug of a share link. */
type Credential =
  | { readonly kind: 'token' | 'apiKey'; readonly token: string }
  | { readonly kind: 'share'; readonly slug: string };

/** Milliseconds that an answer about a key is kept. */
const longestJudged = 5000;

const sharePrefix = 'share:';
/** API keys of version 3.4 begin so; tokens are base64 and have no underscore. */
const apiKeyPrefix = 'umami_';

function readCredential(key: string): Credential {
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

/** A website that a share link shows, and the token that reads it. */
interface Share {
  readonly websiteId: string;
  readonly token: string;
}

export interface Session extends Http {
  /** The website of the share link that the key is; undefined for somebody who is signed in. Rejects with an ApiError. */
  share(): Promise<Share | undefined>;
}

const wireShare = lazy(() =>
  z.object({ websiteId: z.string().check(z.minLength(1)), token: z.string().check(z.refine(isApiKey)) }),
);

/** Requests by somebody who is signed in, or has an API key or a share link. */
export function createSession(connect: (protocol: ServiceProtocol) => Http): Session {
  let opened: { readonly slug: string; readonly share: () => Promise<Share> } | undefined;

  const open = async (slug: string): Promise<Share> => {
    http.hide(slug);
    const answer = await http.send('GET', `/api/share/${slug}`);
    if (answer.status === 404)
      throw new ApiError('auth', 'Umami does not know this share link: it may have been removed.', {
        isLink: true,
      });
    const share = wireShare().safeParse(http.read(answer));
    if (!share.success) throw wrongShape('a share link');
    http.hide(share.data.token);
    return share.data;
  };
  const shareOf = async (slug: string): Promise<Share> => {
    if (opened?.slug !== slug) opened = { slug, share: retryableOnce(() => open(slug)) };
    return await opened.share();
  };
  let judged: { readonly key: string; readonly at: number; readonly taken: Promise<boolean> } | undefined;
  /** The same for some seconds: a view of a website that is not theirs is refused as often as it has statistics. */
  const isTaken = async (key: string): Promise<boolean> => {
    const at = performance.now();
    if (judged?.key !== key || at - judged.at > longestJudged) judged = { key, at, taken: ask(key) };
    const { taken } = judged;
    try {
      return await taken;
    } catch (fault) {
      judged = undefined;
      throw fault;
    }
  };
  /** Whether Umami still takes the key: its 401 also means that somebody else's website was asked for. */
  const ask = async (key: string): Promise<boolean> => {
    const headers = { authorization: `Bearer ${key}` };
    const { status } =
      readCredential(key).kind === 'token'
        ? await http.send('POST', '/api/auth/verify', { headers })
        : await http.send('GET', '/api/me', { headers });
    return status !== 401;
  };

  const http = connect({
    async authorise(key) {
      const credential = readCredential(key);
      if (credential.kind !== 'share') return { authorization: `Bearer ${credential.token}` };
      const { token } = await shareOf(credential.slug);
      return { 'x-umami-share-token': token, 'x-umami-share-context': '1' };
    },
    async refused(error, key, ofWebsite) {
      const { status } = error.details;
      const { kind } = readCredential(key);
      const isShare = kind === 'share';
      if (isShare) opened = undefined;
      if (!isShare && !(await isTaken(key))) {
        const what = kind === 'apiKey' ? 'the API key' : 'the sign-in any more';
        return new ApiError('auth', `Umami does not accept ${what}.`, { status, isSignIn: true });
      }
      const who = isShare ? 'this share link' : 'you';
      const rest = ofWebsite ? ', or does not know this website' : '';
      return new ApiError('forbidden', `Umami does not allow ${who} to do this${rest}.`, { status });
    },
  });
  return {
    ...http,
    async share() {
      const credential = readCredential(await http.key());
      return credential.kind === 'share' ? await shareOf(credential.slug) : undefined;
    },
  };
}

const signedIn = lazy(() => z.object({ token: z.string().check(z.refine(isApiKey)) }));

/** The token for a name and a password, which does not expire. Neither of them is ever in a message. */
export async function signIn(
  http: Pick<Http, 'send' | 'read' | 'hide'>,
  { name, password }: SignIn,
): Promise<string> {
  http.hide(password);
  const answer = await http.send('POST', '/api/auth/login', { json: { username: name, password } });
  const { status } = answer;
  if (status === 401) throw new ApiError('auth', 'Umami does not accept this name and password.', { status });
  const body = signedIn().safeParse(http.read(answer));
  if (!body.success) throw wrongShape('that of a sign-in');
  return body.data.token;
}
