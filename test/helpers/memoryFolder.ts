import { readFileSync, statfsSync } from 'node:fs';

const folder = '/dev/shm';
/** Bytes: tests that run at the same time have files of one gigabyte. */
const enough = 4e9;

/**
 * A folder for temporary files in memory, where the machine has one with room, from which programs may be started. Most
 * tests make databases and homes: on a disk they wait for it, and a tenth of their processor time goes to its file system.
 */
export function memoryFolder(): string | undefined {
  try {
    const mount = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .map(line => line.split(' '))
      .findLast(([, place]) => place === folder);
    const options = mount?.[3]?.split(',') ?? [];
    const { bavail, bsize } = statfsSync(folder);
    // Files there are memory of this container too.
    const room = Math.min(bavail * bsize, process.availableMemory() / 2);
    return options.includes('rw') && !options.includes('noexec') && room >= enough ? folder : undefined;
  } catch {
    return undefined;
  }
}
