import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/**
 * Runs a script of this folder in a process of its own.
 * @param user a numeric account, for what root may do and others may not; left out: our own
 */
export async function runChild(script: string, values: readonly string[], user?: number): Promise<Ended> {
  const account = user === undefined ? {} : { uid: user, gid: user };
  const path = `${import.meta.dirname}/${script}`;
  const child = spawn(process.execPath, [path, ...values], { stdio: ['ignore', 'pipe', 'pipe'], ...account });
  const code = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, output: output.trim(), errors: errors.trim() };
}
