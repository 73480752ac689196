import * as z from 'zod/mini';
import { answerError } from '#api/answerError.ts';
import { checkedBaseUrl } from '#api/baseUrl.ts';
import { cleanText } from '#api/createApiKey.ts';
import { ApiError, wrongShape } from '#api/error.ts';
import type { ConnectOptions } from '#api/requester.ts';
import { createTransport } from '#api/transport.ts';
import { lazy } from '#api/wireSchema.ts';
import { isApiKey, type SignIn } from '#model/text/apiKey.ts';
import { parsedJson } from '#model/text/parsedJson.ts';

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
  const body = signedIn().safeParse(parsedJson(text));
  if (!body.success) throw wrongShape('that of a sign-in');
  return body.data.token;
}
