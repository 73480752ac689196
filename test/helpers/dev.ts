/** `npm run dev`: builds on every change, and runs the program anew in this terminal; ends when the program ends itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { build } from 'vite';

let program: ChildProcess | undefined;
let restarting = Promise.resolve();

/** The program has given the terminal back when this resolves. */
async function stop(): Promise<void> {
  const running = program;
  program = undefined;
  if (running?.exitCode !== null || running.signalCode !== null) return;
  const ended = once(running, 'exit');
  running.kill('SIGTERM');
  await ended;
}

function start(): void {
  const started = spawn(process.execPath, ['dist/sitedeck.js', ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  program = started;
  started.once('exit', code => {
    if (program === started) process.exit(code ?? 1);
  });
}

async function restart(error?: Error): Promise<void> {
  await stop();
  if (error) console.error(`${error.message}\nWaiting for the next change; ^C ends.`);
  else start();
}

const watcher = await build({ configFile: 'build/vite.config.ts', logLevel: 'silent', build: { watch: {} } });
if (!('on' in watcher)) throw new Error('vite does not watch');
watcher.on('event', event => {
  if (event.code === 'END') restarting = restarting.then(() => restart());
  if (event.code === 'ERROR') restarting = restarting.then(() => restart(event.error));
});
for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop().then(() => process.exit(1)));
}
