import { spawnSync } from 'node:child_process';

/** Starts a program as an account that has no entry in passwd: `unshare ...asNobody PROGRAM`. */
export const asNobody = ['--user', '--map-user=12345', '--map-group=12345'];
/** Starts a program that may mount what only it sees. */
export const withMounts = ['--user', '--map-root-user', '--mount'];

/** Why a test that needs these cannot run here; undefined where it can. Containers often forbid them. */
export function whyNoNamespace(options: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync('unshare', [...options, 'true'], { encoding: 'utf8' });
  return status === 0 ? undefined : `unshare: ${error?.message ?? stderr.trim()}`;
}
