import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  type JSONRPCMessage,
  ListToolsRequestSchema,
  PingRequestSchema,
  RequestIdSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { isRecord, parsedJson } from '#text/safeText.ts';

const lineFeed = 10;
const maxMessageBytes = 10 * 1024 * 1024;

type Schema = { safeParse(call: unknown): { readonly success: boolean } };

const answered = new Map<string, { readonly request: Schema; readonly params: string }>([
  [
    'initialize',
    { request: InitializeRequestSchema, params: 'protocolVersion, capabilities and clientInfo' },
  ],
  ['ping', { request: PingRequestSchema, params: 'none' }],
  ['tools/list', { request: ListToolsRequestSchema, params: 'none, or a cursor as text' }],
  [
    'tools/call',
    { request: CallToolRequestSchema, params: 'the name of a tool and, as an object, its arguments' },
  ],
]);

/**
 * Messages of the protocol on stdin and stdout, one a line. The SDK's own transport drops a call that is not of the protocol's
 * shape, so that its caller would wait for ever, and its server answers params of another shape with what zod says of them. Here both
 * are answered with an error of one sentence. Closes itself at a message that is too large.
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
    if (this.#length > maxMessageBytes) void this.close();
  };

  #take(line: string): void {
    const parsed = parsedJson(line);
    const message = JSONRPCMessageSchema.safeParse(withoutIdle(parsed));
    if (message.success && !hasOtherParams(message.data)) {
      this.onmessage?.(message.data);
      return;
    }
    const answers = (Array.isArray(parsed) ? parsed : [parsed]).flatMap(call => refusal(call) ?? []);
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

/** Some clients write null for no parameters. A server that has no tasks ignores that it is asked for one. */
function withoutIdle(message: unknown): unknown {
  if (!isRecord(message)) return message;
  const { params, ...rest } = message;
  if (params === null) return rest;
  if (!isRecord(params)) return message;
  const { task: _, ...supported } = params;
  return { ...message, params: supported };
}

function hasOtherParams(message: JSONRPCMessage): boolean {
  if (!('method' in message && 'id' in message)) return false;
  return answered.get(message.method)?.request.safeParse(message).success === false;
}

/** Undefined where nobody waits for an answer: what has no id is a notification, what has a result or an error an answer. */
function refusal(call: unknown): object | undefined {
  if (!isRecord(call) || !Object.hasOwn(call, 'id') || 'result' in call || 'error' in call) return undefined;
  const id = RequestIdSchema.safeParse(call['id']);
  return { jsonrpc: '2.0', id: id.success ? id.data : null, error: whyRefused(call, id.success) };
}

function whyRefused(
  call: Readonly<Record<string, unknown>>,
  hasId: boolean,
): { code: number; message: string } {
  if (!hasId) return { code: ErrorCode.InvalidRequest, message: 'The id must be text or a whole number.' };
  // Without them it is a call of the protocol.
  const { params: _, ...rest } = call;
  const [whole, alone] = [call, rest].map(each => JSONRPCMessageSchema.safeParse(each).data);
  const isInBatch = whole !== undefined && !hasOtherParams(whole);
  if (alone === undefined || !('method' in alone) || isInBatch)
    return {
      code: ErrorCode.InvalidRequest,
      message: 'This is no call of JSON-RPC 2.0: one object a line, with jsonrpc, id, method and params.',
    };
  const { method } = alone;
  const wanted = answered.get(method)?.params;
  return {
    code: ErrorCode.InvalidParams,
    message:
      wanted === undefined
        ? 'The params must be an object of the protocol, or be left out.'
        : `The params of ${method} are ${wanted}.`,
  };
}
