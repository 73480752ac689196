import * as z from 'zod/mini';
import { answerJson, lazy, wrongShape } from '#api/decode.ts';
import { checkedBaseUrl } from '#model/service/address.ts';
import { ApiError } from '#model/failure.ts';
import { cleanText } from '#api/http/apiKey.ts';
import { answerError, isHtml, notThisService } from '#api/http/classify.ts';
import { type ConnectOptions, createRequester, type Requester } from '#api/http/client.ts';
import { createTransport } from '#api/http/send.ts';
import { doneOnce } from '#api/promises.ts';
import { isApiKey, type SignIn } from '#model/service/connection.ts';

/** What a stored key is: a token of a sign-in, an API key (both sent as a Bearer token), or the slug of a share link. */
export type Credential =
  | { readonly kind: 'token' | 'apiKey'; readonly token: string }
  | { readonly kind: 'share'; readonly slug: string };

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
export interface Share {
  readonly websiteId: string;
  readonly token: string;
}

export interface Session extends Requester {
  /** The website of the share link that the key is; undefined for somebody who is signed in. Rejects with an ApiError. */
  readonly share: () => Promise<Share | undefined>;
}

const wireShare = lazy(() =>
  z.object({ websiteId: z.string().check(z.minLength(1)), token: z.string().check(z.refine(isApiKey)) }),
);

/** Requests to the Umami at a base URL by somebody who is signed in, or has an API key or a share link. */
export function createSession(baseUrl: string, options: ConnectOptions): Session {
  const { now = Date.now } = options;
  let opened: { readonly slug: string; readonly share: () => Promise<Share> } | undefined;

  const open = async (slug: string): Promise<Share> => {
    requester.apiKey.hide(slug);
    const answer = await requester.send({ method: 'GET', url: `${baseUrl}/api/share/${slug}`, headers: {} });
    if (answer.status === 404)
      throw new ApiError('auth', 'Umami does not know this share link: it may have been removed.', {
        isLink: true,
      });
    if (answer.status !== 200)
      throw answerError(answer, { clean: requester.apiKey.clean, now, ofWebsite: false, write: false });
    if (isHtml(answer)) throw new ApiError('shape', notThisService);
    const share = wireShare().safeParse(answerJson(answer.text));
    if (!share.success) throw wrongShape('a share link');
    requester.apiKey.hide(share.data.token);
    return share.data;
  };
  const shareOf = async (slug: string): Promise<Share> => {
    if (opened?.slug !== slug) opened = { slug, share: doneOnce(() => open(slug)) };
    return await opened.share();
  };
  /** Whether Umami still takes the key: its 401 also means that somebody else's website was asked for. */
  const isTaken = async (key: string): Promise<boolean> => {
    const path = readCredential(key).kind === 'token' ? '/api/auth/verify' : '/api/me';
    const method = path === '/api/me' ? 'GET' : 'POST';
    const { status } = await requester.send({
      method,
      url: baseUrl + path,
      headers: { authorization: `Bearer ${key}` },
    });
    return status === 200;
  };

  const requester = createRequester(options, {
    async authorise(key) {
      const credential = readCredential(key);
      if (credential.kind !== 'share') return { authorization: `Bearer ${credential.token}` };
      const { token } = await shareOf(credential.slug);
      return { 'x-umami-share-token': token, 'x-umami-share-context': '1' };
    },
    async refused(error, key, ofWebsite) {
      const { kind } = readCredential(key);
      const isShare = kind === 'share';
      if (isShare) opened = undefined;
      if (!isShare && !(await isTaken(key))) {
        const what = kind === 'apiKey' ? 'the API key' : 'the sign-in any more';
        return new ApiError('auth', `Umami does not accept ${what}.`, { status: error.details.status });
      }
      const who = isShare ? 'this share link' : 'you';
      const message = `Umami does not allow ${who} to do this${ofWebsite ? ', or does not know this website' : ''}.`;
      return new ApiError('forbidden', message, { status: error.details.status });
    },
  });
  return {
    ...requester,
    async share() {
      const credential = readCredential(await requester.apiKey.read());
      return credential.kind === 'share' ? await shareOf(credential.slug) : undefined;
    },
  };
}

const signedIn = lazy(() => z.object({ token: z.string().check(z.refine(isApiKey)) }));

/**
 * The token for a name and a password. It does not expire. Rejects with an ApiError, of kind auth where they are wrong.
 * Neither of them is ever in a message.
 */
export async function signIn(
  options: Omit<ConnectOptions, 'apiKey'>,
  { name, password }: SignIn,
): Promise<string> {
  const { timeoutMs = 15_000, now = Date.now } = options;
  const answer = await createTransport(options)({
    method: 'POST',
    url: `${checkedBaseUrl(options.baseUrl)}/api/auth/login`,
    headers: {},
    body: { type: 'application/json', text: JSON.stringify({ username: name, password }) },
    timeoutMs,
  });
  const { status, text } = answer;
  if (status === 401) throw new ApiError('auth', 'Umami does not accept this name and password.', { status });
  if (status !== 200) {
    const clean = (raw: unknown, maxLength?: number) => cleanText(raw, new Set([password]), maxLength);
    throw answerError(answer, { clean, now, ofWebsite: false, write: false });
  }
  const body = signedIn().safeParse(answerJson(text));
  if (!body.success) throw wrongShape('that of a sign-in');
  return body.data.token;
}
