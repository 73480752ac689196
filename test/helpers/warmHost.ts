// Runs the built program in this process, one command line after another. Each time its entry is run anew, and the files that
// this loads where the environment says more than which service, profile and folders there are: what is read of it once a
// process is then read again. A run ends as a process does: once nothing is left to wait for, or with process.exit, which ends
// this process too. Processes of their own, which have nothing of a run before: SITEDECK_TEST_PROCESSES.
import type { EventEmitter } from 'node:events';
import { writeSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import v8 from 'node:v8';
import type { WarmEnd, WarmRun } from './warmProgram.ts';

const events: EventEmitter = process;
const { channel } = process;
const load = createRequire(import.meta.url);

/** Bytes of this process from which on it takes no further run. */
const tooMuch = 500e6;

/** What the program has written, while it runs. */
let written: { readonly stdout: Buffer[]; readonly stderr: Buffer[] } | undefined;
let listenersBefore = listeners();
/** Flags of V8 that the program gives a number, and what Node starts with. */
const numbers = new Map([
  ['minor-gc-task-trigger', 80],
  ['max-optimized-bytecode-size', 61_440],
  ['max-semi-space-size', 0],
  ['semi-space-growth-factor', 2],
  ['heap-growing-percent', 0],
]);
/** Flags of V8 that the run has set, each with what takes it back. */
const flagsBefore = new Map<string, string>();
let hasOtherFlags = false;
/** Of the environment of the run before what is read once a process. */
let settingBefore: string | undefined;

process.on('message', (run: WarmRun) => {
  begin(run);
  load(run.program);
});
process.on('beforeExit', end);
process.on('exit', () => {
  // Of a program that has called process.exit, or failed.
  writeAll(1, written?.stdout);
  writeAll(2, written?.stderr);
});
process.on('disconnect', () => process.exit());
watchFlags();

function begin({ program, args, env, cwd, stdin }: WarmRun): void {
  written = { stdout: [], stderr: [] };
  listenersBefore = listeners();
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, program, ...args];
  put('stdin', new PassThrough().end(stdin));
  put('stdout', writableTo(written.stdout));
  put('stderr', writableTo(written.stderr));
  const entry = load.resolve(program);
  const setting = settingOf(env);
  for (const file of Object.keys(load.cache))
    if (file === entry || (setting !== settingBefore && dirname(file) === dirname(entry)))
      delete load.cache[file];
  settingBefore = setting;
  // What the program waits for keeps this process alive, and nothing else.
  channel?.unref();
}

/** What every command line asks for again. */
const askedAnew = /^(?:SITEDECK_(?:URL|API_KEY|USER|PASSWORD|PROFILE)|XDG_\w+|HOME|PATH)$/;

function settingOf(env: WarmRun['env']): string {
  const others = Object.entries(env).filter(([name]) => !askedAnew.test(name));
  return others
    .map(pair => pair.join('='))
    .toSorted()
    .join('\0');
}

function end(): void {
  if (written === undefined) return;
  const { stdout, stderr } = written;
  const code = Number(process.exitCode ?? 0);
  for (const listener of added('exit')) Reflect.apply(listener, process, [code]);
  for (const name of events.eventNames())
    for (const listener of added(name)) Reflect.apply(events.off, events, [name, listener]);
  // A process that ends takes its open connections with it.
  http.globalAgent.destroy();
  https.globalAgent.destroy();
  process.chdir('/');
  process.exitCode = undefined;
  written = undefined;
  for (const flag of flagsBefore.values()) v8.setFlagsFromString(flag);
  flagsBefore.clear();
  channel?.ref();
  const isUsedUp = hasOtherFlags || process.memoryUsage.rss() > tooMuch;
  process.send?.({ code, stdout: text(stdout), stderr: text(stderr), isUsedUp } satisfies WarmEnd);
}

function listeners() {
  return new Map(events.eventNames().map(name => [name, events.rawListeners(name)]));
}

/** What listens to the process since the program runs. */
function added(name: string | symbol) {
  const before = listenersBefore.get(name) ?? [];
  return events.rawListeners(name).filter(listener => !before.includes(listener));
}

function put(name: 'stdin' | 'stdout' | 'stderr', stream: object): void {
  Object.defineProperty(process, name, { value: stream, configurable: true });
}

function writableTo(pieces: Buffer[]): Writable {
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
}

function text(pieces: readonly Buffer[]): string {
  return Buffer.concat(pieces).toString();
}

function writeAll(file: number, pieces: readonly Buffer[] = []): void {
  const bytes = Buffer.concat(pieces);
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

/** V8's flags stay as a run has set them, unless they are taken back. */
function watchFlags(): void {
  const { setFlagsFromString } = v8;
  v8.setFlagsFromString = text => {
    if (written !== undefined) noteFlag(text);
    setFlagsFromString(text);
  };
  syncBuiltinESMExports();
}

/** A run sets a flag that is on or off to what it was not: so the other setting is that of before. */
function noteFlag(text: string): void {
  const [, no = '', name = '', number] = /^--(no-)?([a-z-]+)(?:=(\d+))?$/.exec(text) ?? [];
  if (name === '' || (number !== undefined && !numbers.has(name))) hasOtherFlags = true;
  else if (number !== undefined) flagsBefore.set(name, `--${name}=${numbers.get(name)}`);
  else if (!flagsBefore.has(name)) flagsBefore.set(name, no === '' ? `--no-${name}` : `--${name}`);
}
