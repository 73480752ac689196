import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { start } from '../../helpers/application.ts';
import { builtProgram, runner } from '../../helpers/program.ts';
import { type Terminal } from '../../helpers/terminal.ts';
import type { Content } from '../../helpers/textAnswers.ts';
import { useTextService } from '../../helpers/textApplication.ts';

export const texts = ['one.example.com', 'two.example.com'];

export interface Started {
  readonly terminal: Terminal;
  readonly pid: number;
}

/** The application under a script of bash, which writes its process id to a file: $NODE and $PROGRAM start it. */
export async function startUnder(
  script: string,
  options: { content?: Partial<Content>; env?: Record<string, string>; shown?: string } = {},
): Promise<Started> {
  const service = await useTextService();
  const key = service.keyFor({ texts, ...options.content });
  const terminal = start({
    command: 'bash',
    args: ['-c', script],
    env: {
      NODE: runner,
      PROGRAM: builtProgram,
      SITEDECK_URL: service.url,
      SITEDECK_API_KEY: key,
      ...options.env,
    },
  });
  await terminal.waitFor(options.shown ?? ' > one.example.com', 60_000);
  const pid = Number(readFileSync(join(terminal.home.path, 'pid'), 'utf8'));
  return { terminal, pid };
}
