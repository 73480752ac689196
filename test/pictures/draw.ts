import { demoHome } from '../helpers/demoHome.ts';
import { startTerminal, type Terminal, type TerminalOptions } from '../helpers/terminal.ts';
import { filmOf, type Frame } from './film.ts';
import { films, pictures, pictureTime, type Film } from './pictures.ts';
import { svgOf } from '#terminal/picture/svg.ts';

/**
 * Draws the pictures, or those of some names, with the real program, each from the same beginning: the demo of a fixed day,
 * just made. Needs a folder that tests share.
 */
export async function drawAll(names: readonly string[] = []): Promise<Map<string, string>> {
  const drawn = new Map<string, string>();
  for (const { name, cols, rows, env = {}, args = [], shows, prepare, ...picture } of [
    ...pictures,
    ...films,
  ]) {
    if (names.length > 0 && !names.includes(name)) continue;
    const home = await demoHome({ now: new Date(pictureTime) });
    await prepare?.(home);
    await started({ home, cols, rows, env, args }, shows, async terminal => {
      if ('shots' in picture) return void drawn.set(name, filmOf(await framesOf(picture, terminal)));
      await picture.take(terminal);
      drawn.set(name, svgOf(terminal.screen.cells()));
    });
    home.remove();
  }
  return drawn;
}

async function framesOf({ shots }: Pick<Film, 'shots'>, terminal: Terminal): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (const { seconds, take } of shots) {
    await take(terminal);
    frames.push({ seconds, rows: terminal.screen.cells() });
  }
  return frames;
}

async function started(
  options: TerminalOptions,
  shows = '13 websites',
  work: (terminal: Terminal) => Promise<void>,
): Promise<void> {
  const terminal = startTerminal({ ...options, env: { SITEDECK_NOW: pictureTime, ...options.env } });
  try {
    await terminal.waitFor(shows, 60_000);
    await work(terminal);
  } finally {
    await terminal.stop();
  }
}

/** Where a picture is kept, beside its generator. */
export function pathOf(name: string): URL {
  return new URL(`./${name}.svg`, import.meta.url);
}
