import { onTestFinished } from 'vitest';
import { start } from './application.ts';
import type { Terminal, TerminalOptions } from './terminal.ts';
import type { Content } from './textAnswers.ts';
import { startTextService, type TextService } from './textService.ts';

/** A service of texts for one test. */
export async function useTextService(): Promise<TextService> {
  const service = await startTextService();
  onTestFinished(() => service.close());
  return service;
}

/** The built application on a service of texts; its first frame may not be there yet. */
export function startOn(service: TextService, key: string, options: TerminalOptions = {}): Terminal {
  return start({ ...options, env: { SITEDECK_URL: service.url, SITEDECK_API_KEY: key, ...options.env } });
}

/** The same with a service of its own, once the websites are on screen. */
export async function openTexts(
  content: Content,
  options: TerminalOptions = {},
): Promise<{ terminal: Terminal; service: TextService; key: string }> {
  const service = await useTextService();
  const key = service.keyFor(content);
  const terminal = startOn(service, key, options);
  await terminal.waitFor(lines => lines.some(line => line.startsWith(' > ')));
  await settled(terminal);
  return { terminal, service, key };
}

/** Nothing is being read any more, and nothing has changed on screen for a while. */
export async function settled(terminal: Terminal, milliseconds = 150): Promise<void> {
  const isReading = (lines: readonly string[]) =>
    / \d+ requests?\b/.test(lines[0] ?? '') ||
    lines.some(line => /Reading|\d of [\d,]+ (?:read\b|websites, sums)/.test(line)) ||
    // Dots in the list stand for numbers that are still to come; on a map they are land.
    (/^ Sitedeck > Websites\b/.test(lines[0] ?? '') && lines.some(line => line.includes('···')));
  do {
    await terminal.waitFor(lines => !isReading(lines));
    await terminal.quiet(milliseconds);
  } while (isReading(terminal.lines()));
}

/** Opens one of the palette's entries by its title, or by what else finds it. */
export async function goTo(terminal: Terminal, title: string, typed = title): Promise<void> {
  terminal.press(':');
  // Not "Go to another website" among what helps.
  await terminal.waitFor(/Go to(?! another)/);
  terminal.type(typed);
  await terminal.waitFor(lines => lines.some(line => line.includes(` > ${title}`)));
  terminal.press('Enter');
  await terminal.waitFor(lines => !lines.some(line => /Go to(?! another)/.test(line)));
}

/** Esc as a sequence that no key behind it can change. */
export const escape = '\x1b[27u';
