import { makeHome } from '../helpers/home.ts';
import { startTerminal } from '../helpers/terminal.ts';
import { pictures, pictureTime, type Picture } from './pictures.ts';
import { svgOf } from './svg.ts';

/** Draws one picture with the real program on the demo of a fixed day. */
export async function draw(picture: Picture): Promise<string> {
  const home = makeHome();
  const terminal = startTerminal({
    home,
    cols: picture.cols,
    rows: picture.rows,
    env: { SITEDECK_NOW: pictureTime },
  });
  try {
    await terminal.waitFor('13 websites', 20_000);
    await picture.take(terminal);
    return svgOf(terminal.screen);
  } finally {
    await terminal.stop();
    home.remove();
  }
}

/** Where a picture is kept, beside its generator. */
export function pathOf({ name }: Picture): URL {
  return new URL(`./${name}.svg`, import.meta.url);
}

export { pictures };
