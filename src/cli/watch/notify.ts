import { createTransport } from '#api/http/send.ts';
import { delay } from '#api/promises.ts';
import { ApiError, UsageError } from '#model/failure.ts';
import type { Alarms } from '#model/website/alarms.ts';
import { runShell } from '#system/shellCommand.ts';
import { safeText } from '#text/safeText.ts';

export interface AlarmMessage {
  /** One line, as it is printed. */
  readonly text: string;
  /** The facts, for programs. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Rejects with an Undelivered where the message does not arrive. */
export type Notify = (message: AlarmMessage) => Promise<void>;

/** Where alarms go, and the lines of what does not work. */
export interface Outlets {
  readonly notify: readonly Notify[];
  /** What was told and could not be kept: with --every it is not told again. */
  readonly unkept: ((now: Alarms) => Alarms)[];
  readonly complain: (line: string) => void;
}

/** The message says why, in a line that has no secret part of an address. */
export class Undelivered extends Error {
  override readonly name = 'Undelivered';
}

const commandTimeout = 30_000;

/** The JSON on standard input, the words in SITEDECK_MESSAGE: nothing that a service says stands in the command line. */
export function notifyByCommand(commandLine: string): Notify {
  return async ({ text, facts }) => {
    const { stderr, code, problem } = await runShell(commandLine, {
      timeoutMs: commandTimeout,
      readsOutput: false,
      input: `${JSON.stringify({ text, ...facts })}\n`,
      env: { SITEDECK_MESSAGE: text, SITEDECK_API_KEY: undefined, SITEDECK_PASSWORD: undefined },
    });
    if (problem === 'slow')
      throw new Undelivered(`The notify command did not end within ${commandTimeout / 1000} s.`);
    if (problem === 'noShell')
      throw new Undelivered('The notify command cannot be run: there is no /bin/sh.');
    if (code === 0) return;
    const said = safeText(stderr.trim().split('\n', 1)[0], 200);
    throw new Undelivered(`The notify command failed with ${code}${said === '' ? '' : ` (${said})`}.`);
  };
}

/** A domain or a row could be "@everyone" or "<!channel>": with a space of no width behind the first character that notifies nobody. */
function withoutMentions(text: string): string {
  return text.replaceAll(/[@<]/g, '$&\u200B');
}

/** An http or https address. Throws a UsageError. */
export function notifyAddress(text: string): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError('Give an address that begins with https:// or http://.');
  return url;
}

const requestTimeout = 10_000;
const attempts = 3;
const pauses = [1_000, 3_000];

/** Redirects are not followed: the message goes to no other host. What may be better in a moment is tried three times. */
export function notifyByUrl(url: URL, format: 'json' | 'text', pausesMs: readonly number[] = pauses): Notify {
  const transport = createTransport({});
  const place = safeText(`${url.protocol}//${url.host}`, 200);
  // What is sent to must hold neither.
  const { username, password } = url;
  const target = Object.assign(new URL(url), { username: '', password: '' });
  const pair = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
  const headers: Record<string, string> = pair === 'Og==' ? {} : { authorization: `Basic ${pair}` };
  const attempt = async ({ text, facts }: AlarmMessage) => {
    const body =
      format === 'json'
        ? { type: 'application/json', text: JSON.stringify({ text: withoutMentions(text), ...facts }) }
        : { type: 'text/plain; charset=utf-8', text };
    const { status } = await transport({
      method: 'POST',
      url: target.href,
      headers,
      body,
      timeoutMs: requestTimeout,
      savesNothing: true,
    });
    return status;
  };
  return async message => {
    let why = '';
    for (let tried = 0; tried < attempts; tried += 1) {
      if (tried > 0) await delay(pausesMs[tried - 1] ?? 0);
      try {
        const status = await attempt(message);
        if (status >= 200 && status < 300) return;
        why =
          status >= 300 && status < 400
            ? `${place} redirects (HTTP ${status}), which is not followed: give the address it leads to.`
            : `${place} answers with HTTP ${status}.`;
        if (status !== 429 && status < 500) break;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        why = error.kind === 'network' ? error.message : `${place}: ${error.message}`;
        // What has answered has taken the message, though it cannot be read.
        if (error.kind === 'shape' || error.details.staysWrong === true) break;
      }
    }
    throw new Undelivered(why);
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
