/** A process that takes a lock, says where it is, and goes on when it is told: node lockHolder.ts LOCK [pause]. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [lock = '', mode] = process.argv.slice(2);
const log = `${lock}.log`;

/** Waits for its answer without giving the event loop a turn: the lock is synchronous. */
function say(word: string): void {
  fs.writeSync(1, `${word}\n`);
  fs.readSync(0, Buffer.alloc(1));
}

if (mode === 'pause') {
  // Between what it found out about a lock and what it does about it, everything else happens.
  for (const name of ['rmSync', 'unlinkSync', 'renameSync', 'linkSync'] as const) {
    const call = fs[name];
    let said = false;
    Reflect.set(fs, name, (...args: readonly unknown[]) => {
      if (!said && args.some(arg => typeof arg === 'string' && arg.startsWith(lock))) {
        said = true;
        say('changing');
      }
      return Reflect.apply(call, fs, args);
    });
  }
  syncBuiltinESMExports();
}
const { ProcessLock } = await import('#system/lock.ts');
const taken = ProcessLock.take(lock, 3_000);
if (taken === undefined) throw new Error('another one holds it');
fs.appendFileSync(log, 'in ');
say('inside');
fs.appendFileSync(log, 'out ');
taken.release();
fs.writeSync(1, 'ended\n');
