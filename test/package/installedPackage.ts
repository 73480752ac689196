import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

const root = fileURLToPath(new URL('../..', import.meta.url));

const packReport = z.array(
  z.object({
    filename: z.string(),
    size: z.number(),
    unpackedSize: z.number(),
    files: z.array(z.object({ path: z.string(), mode: z.number() })),
  }),
);

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function run(command: string, args: readonly string[], env = process.env, cwd = root): Ran {
  const { status, stdout, stderr, error } = spawnSync(command, [...args], { encoding: 'utf8', env, cwd });
  if (error) throw error;
  return { code: status, stdout, stderr };
}

/** Packs what is built, as npm would publish it. */
export function pack(folder: string) {
  const packed = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]);
  if (packed.code !== 0) throw new Error(packed.stderr);
  // npm 11 prints a list, later ones an object by the package's name.
  const printed: unknown = JSON.parse(packed.stdout);
  const [report] = packReport.parse(Array.isArray(printed) ? printed : Object.values(Object(printed)));
  if (report === undefined) throw new Error('npm pack named no package.');
  return { ...report, tarball: join(folder, report.filename) };
}

/** Whether npm says that the registry cannot be reached, which is no fault of the package. */
export function isOffline(said: string): boolean {
  return /EAI_AGAIN|ENOTFOUND|ENOTCACHED|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH/.test(
    said,
  );
}

/** What npm said as it installed; `problem` where what is to be downloaded cannot be had. */
interface Installed {
  readonly said: string;
  readonly problem: string | undefined;
}

/** Installs into an empty prefix. */
export function install(what: string, prefix: string, more: readonly string[] = ['--global']): Installed {
  const { code, stdout, stderr } = run('npm', [
    'install',
    ...more,
    '--prefix',
    prefix,
    '--prefer-offline',
    what,
  ]);
  const said = `${stdout}${stderr}`;
  if (code === 0) return { said, problem: undefined };
  if (isOffline(stderr)) return { said, problem: `${what} cannot be downloaded here` };
  throw new Error(stderr);
}
