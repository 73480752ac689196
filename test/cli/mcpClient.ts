import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { program, runner, temporaryHome } from './fixture.ts';

export interface Agent {
  call(name: string, given?: Record<string, unknown>): Promise<Called>;
  names(): Promise<string[]>;
  readonly client: Client;
  stderr(): string;
}

interface Called {
  /** The parts of the answer. */
  readonly texts: readonly string[];
  readonly structured: unknown;
  readonly isError: boolean;
}

const result = z.object({
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  structuredContent: z.optional(z.unknown()),
  isError: z.optional(z.boolean()),
});

/** The client of the SDK, speaking to the built program. */
export async function connect(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<Agent> {
  const home = temporaryHome();
  const transport = new StdioClientTransport({
    command: runner,
    args: [program, 'mcp', ...args],
    cwd: home.path,
    env: { ...home.env, ...env },
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', data => (said += String(data)));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    client,
    stderr: () => said,
    async names() {
      return (await client.listTools()).tools.map(({ name }) => name);
    },
    async call(name, given = {}) {
      const { content, structuredContent, isError } = result.parse(
        await client.callTool({ name, arguments: given }),
      );
      return {
        texts: content.map(each => each.text),
        structured: structuredContent,
        isError: isError === true,
      };
    },
  };
}
