/** A process that takes a lock, says where it is, and goes on when it is told: node lockHolder.ts LOCK. */
import { appendFileSync, readSync, writeSync } from 'node:fs';
import { ProcessLock } from '#system/processLock.ts';

const [lock = ''] = process.argv.slice(2);
const taken = ProcessLock.take(lock, 3_000);
if (taken === undefined) throw new Error('another one holds it');
appendFileSync(`${lock}.log`, 'in ');
writeSync(1, 'inside\n');
// Waits without giving the event loop a turn, as whoever holds a lock does.
readSync(0, Buffer.alloc(1));
appendFileSync(`${lock}.log`, 'out ');
taken.release();
writeSync(1, 'ended\n');
