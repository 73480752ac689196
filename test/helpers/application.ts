import { onTestFinished } from 'vitest';
import { demoHome } from './demoHome.ts';
import type { Home } from './home.ts';
import { startTerminal, type Terminal, type TerminalOptions } from './terminal.ts';

/** The built application on a demo that is ready, with the websites on screen; ended with the test. */
export async function openDemo(options: TerminalOptions = {}): Promise<Terminal> {
  const home = options.home ?? (await demoHome());
  const terminal = start({ ...options, home });
  if (options.home === undefined) onTestFinished(() => home.remove());
  await terminal.waitFor('podcast.example.com');
  return terminal;
}

/** The built application, ended with the test. */
export function start(options: TerminalOptions & { home?: Home } = {}): Terminal {
  const terminal = startTerminal(options);
  onTestFinished(() => terminal.stop());
  return terminal;
}

/** The number of the line that the mark of the selection stands on. */
export function selectedLine(terminal: Terminal): string {
  return terminal.lines().find(line => line.startsWith(' > ')) ?? '';
}
