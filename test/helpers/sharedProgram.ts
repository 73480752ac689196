import { afterAll, beforeAll } from 'vitest';
import { demoHome } from './demoHome.ts';
import type { Home } from './home.ts';
import { startTerminal, type Terminal, type TerminalOptions } from './terminal.ts';
import type { Content } from './textAnswers.ts';
import { escape, settled } from './textApplication.ts';
import { startTextService, type TextService } from './textService.ts';

/**
 * One program on a service of texts for the tests of a file that do not end it. Returns what gives it to a test, as after a start:
 * on the list, with the first website selected, in its first size.
 */
export function useSharedProgram(content: Content, options: TerminalOptions = {}): () => Promise<Terminal> {
  const { cols = 80, rows = 24 } = options;
  let service: TextService;
  let terminal: Terminal;
  beforeAll(async () => {
    service = await startTextService();
    const env = { SITEDECK_URL: service.url, SITEDECK_API_KEY: service.keyFor(content), ...options.env };
    terminal = startTerminal({ ...options, env });
    await terminal.waitFor(isFirstSelected);
    await settled(terminal);
  });
  afterAll(async () => {
    await terminal.stop();
    await service.close();
  });
  return async () => {
    if (terminal.screen.cols !== cols || terminal.screen.rows !== rows) terminal.resize(cols, rows);
    await backToList(terminal);
    return terminal;
  };
}

/**
 * One program on a demo for the tests of a file that change neither its websites nor what is shown of them (period, comparison,
 * order, search). Returns what gives it to a test in a size, on the list with the first website selected.
 */
export function useSharedDemo(): (cols?: number, rows?: number) => Promise<Terminal> {
  let home: Home;
  let terminal: Terminal;
  beforeAll(async () => {
    home = await demoHome();
    terminal = startTerminal({ home });
    await terminal.waitFor('podcast.example.com');
  });
  afterAll(async () => {
    await terminal.stop();
    home.remove();
  });
  return async (cols = 80, rows = 24) => {
    if (terminal.screen.cols !== cols || terminal.screen.rows !== rows) {
      terminal.resize(cols, rows);
      // A form is over the header on a low screen.
      const isFirst = (line = '') => line.length === cols - 1 || line.startsWith('╭');
      await terminal.waitFor(lines => isFirst(lines[0]) && lines.at(-1) !== '');
    }
    await backToList(terminal);
    return terminal;
  };
}

/** Leaves fields, views and the question whether to lose what was typed, and selects the first website. */
export async function backToList(terminal: Terminal): Promise<void> {
  for (let patience = 12; patience > 0; patience--) {
    await settled(terminal);
    const lines = terminal.lines();
    const isInField = terminal.screen.cursor().shown;
    if (!isInField && isFirstSelected(lines)) return;
    if (lines.some(line => line.includes('Leave without saving?'))) terminal.raw('y');
    else terminal.raw(!isInField && isList(lines) ? 'g' : escape);
  }
  throw new Error(`The list does not come back:\n${terminal.screen.picture()}`);
}

/** The list with no box over it, which may leave the header and the selected row in view: its footer has the way back. */
function isList(lines: readonly string[]): boolean {
  const hasBox = lines.at(-1)?.includes('Esc') === true;
  const isSelected = lines.some(line => line.startsWith(' > '));
  return /^ (?:Sitedeck > )?Websites /.test(lines[0] ?? '') && isSelected && !hasBox;
}

function isFirstSelected(lines: readonly string[]): boolean {
  const above = lines.slice(
    1,
    lines.findIndex(line => line.startsWith(' > ')),
  );
  return isList(lines) && above.every(line => !/^ {3}\S+\.\S/.test(line));
}
