import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a script of this folder in a process of its own. */
export async function runChild(script: string, values: readonly string[]): Promise<Ended> {
  const path = `${import.meta.dirname}/${script}`;
  const child = spawn(process.execPath, [path, ...values], { stdio: ['ignore', 'pipe', 'pipe'] });
  const code = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, output: output.trim(), errors: errors.trim() };
}
