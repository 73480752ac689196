import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  JSONRPCMessageSchema,
  type JSONRPCMessage,
  RequestIdSchema,
} from '@modelcontextprotocol/sdk/types.js';

const lineFeed = 10;
const largestMessage = 10 * 1024 * 1024;

/**
 * Messages of the protocol on stdin and stdout, one a line. The SDK's own transport drops a call that is not of the protocol's
 * shape: its caller would wait for ever. Here it is answered with an error. Closes itself at a message that is too large.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** What has come of a line. */
  #pieces: Buffer[] = [];
  #length = 0;

  start(): Promise<void> {
    process.stdin.on('data', this.#read);
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#write(message);
  }

  close(): Promise<void> {
    process.stdin.off('data', this.#read);
    process.stdin.pause();
    this.#pieces = [];
    this.onclose?.();
    return Promise.resolve();
  }

  readonly #read = (piece: Buffer): void => {
    let rest = piece;
    for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed)) {
      const line = Buffer.concat([...this.#pieces, rest.subarray(0, end)]);
      this.#pieces = [];
      this.#length = 0;
      rest = rest.subarray(end + 1);
      this.#take(line.toString('utf8'));
    }
    this.#pieces.push(rest);
    this.#length += rest.length;
    if (this.#length > largestMessage) void this.close();
  };

  #take(line: string): void {
    const given = parsed(line);
    const message = JSONRPCMessageSchema.safeParse(withoutNull(given));
    if (message.success) {
      this.onmessage?.(message.data);
      return;
    }
    const answers = (Array.isArray(given) ? given : [given]).flatMap(call => refusal(call) ?? []);
    for (const answer of answers) void this.#write(answer);
    if (answers.length === 0) this.onerror?.(new Error('no message of the protocol'));
  }

  #write(message: object): Promise<void> {
    return new Promise(resolve => {
      if (process.stdout.write(`${JSON.stringify(message)}\n`)) resolve();
      else process.stdout.once('drain', resolve);
    });
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Some clients write null for no parameters. */
function withoutNull(message: unknown): unknown {
  if (!isObject(message) || message['params'] !== null) return message;
  const { params: _, ...rest } = message;
  return rest;
}

/**
 * The answer to a call that is not of the protocol's shape; undefined where nobody waits for one: what has no id is a
 * notification, and what has a result or an error is itself an answer.
 */
function refusal(call: unknown): object | undefined {
  if (!isObject(call) || !Object.hasOwn(call, 'id') || 'result' in call || 'error' in call) return undefined;
  const id = RequestIdSchema.safeParse(call['id']);
  return { jsonrpc: '2.0', id: id.success ? id.data : null, error: whyRefused(call, id.success) };
}

function whyRefused(call: Record<string, unknown>, hasId: boolean): { code: number; message: string } {
  if (!hasId) return { code: ErrorCode.InvalidRequest, message: 'The id must be text or a whole number.' };
  // Without them it is a call of the protocol.
  const { params, ...rest } = call;
  return params !== undefined && JSONRPCMessageSchema.safeParse(rest).success
    ? {
        code: ErrorCode.InvalidParams,
        message: 'The params must be an object of the protocol, or be left out.',
      }
    : {
        code: ErrorCode.InvalidRequest,
        message: 'This is no call of JSON-RPC 2.0: one object a line, with jsonrpc, id, method and params.',
      };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
