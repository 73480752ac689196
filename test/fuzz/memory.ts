import { readFileSync } from 'node:fs';

/** Megabytes that a process had at most so far; 0 where the system does not say, or it has ended. */
export function mostMemory(pid: number): number {
  try {
    return (
      Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
    );
  } catch {
    return 0;
  }
}

/** What no program of ours may write, whatever happens: a trace of the stack, or Node's own words for an end. */
export const notOurWords =
  /^\s+at .*[:(]\d+|node:internal|Uncaught|UnhandledPromise|AssertionError|(?:Type|Range|Reference|Syntax)Error|heap out of memory|FATAL ERROR|undefined is not|Maximum call stack|\[object /m;
