import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeHome } from '../helpers/home.ts';
import { startTerminal, type Terminal } from '../helpers/terminal.ts';
import { Chance } from './Chance.ts';
import { startFuzzServer } from './fuzzServer.ts';
import { mostMemory, notOurWords } from './memory.ts';
import { again, seeds, timeFor } from './seeds.ts';

/** Keys that read: views, their neighbours, other days and orders, and back. */
const keys = [
  'r',
  'r',
  'Enter',
  'Enter',
  'Enter',
  'i',
  'j',
  'k',
  'Tab',
  '}',
  '{',
  '<',
  '>',
  ']',
  '[',
  '+',
  '-',
  'S',
  'm',
  'l',
  'Esc',
  'Esc',
  '1',
  '3',
  '9',
  'w',
  '!',
  'g',
  'G',
  '^L',
] as const;

const cases = seeds(0.04);

/** Presses ^C until it has ended: with edits that are not saved it asks. */
async function quit(terminal: Terminal): Promise<number> {
  for (;;) {
    terminal.press('^C');
    const ended = await Promise.race([terminal.exit, after(1000)]);
    if (ended !== undefined) return ended.code;
  }
}

test(
  'whatever a service answers, the application goes on, in little memory',
  async () => {
    const [first = 1] = cases;
    const chance = new Chance(first);
    const server = await startFuzzServer(first, 40);
    const home = makeHome();
    const terminal = startTerminal({ home, env: { SITEDECK_URL: server.url, SITEDECK_API_KEY: 'sk-fuzz' } });
    const pressed: string[] = [];
    try {
      await terminal.waitFor('Websites');
      while (pressed.length < cases.length * 3) {
        const key = chance.of(keys);
        pressed.push(key);
        terminal.press(key);
        await terminal.quiet(60);
        const shown = terminal.lines().join('\n');
        if (notOurWords.test(shown) || terminal.state !== '')
          throw new Error(
            `${again(first, 'application.test.ts')}\nafter ${pressed.join(' ')}${terminal.state}:\n${shown}`,
          );
      }
      const memory = mostMemory(terminal.pid);
      expect({ code: await quit(terminal), keys: pressed }).toEqual({ code: 0, keys: pressed });
      expect(memory).toBeLessThan(150);
      expect(server.answers()).toBeGreaterThan(1);
    } finally {
      await terminal.stop();
      await server.close();
      home.remove();
    }
  },
  timeFor(cases, 4000),
);
