import { readFileSync } from 'node:fs';

/**
 * Whether a process has something to do: on a busy machine it may be silent because others have the processor. False where
 * the system does not say, and for one that has ended.
 */
export function isBusy(pid: number): boolean {
  try {
    // "1234 (name) R ...": the name may hold anything.
    const [state] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1) ?? '';
    return state === 'R' || state === 'D';
  } catch {
    return false;
  }
}

/** Milliseconds for which a process could have run and others had the processor; 0 where the system does not say. */
export function waited(pid: number): number {
  try {
    // Nanoseconds on the processor, nanoseconds waiting for it, and how often.
    const [, nanoseconds = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return 0;
  }
}
