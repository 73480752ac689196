import { roleOfSgr } from '#terminal/theme/roles.ts';
import type { Theme } from '#terminal/theme/theme.ts';
import type { Row } from './grid.ts';
import { intern, styleOf, styleOfBlank, type StyleId } from './style.ts';

/** By theme: what a style of the grid is on the terminal. */
const known = new WeakMap<Theme, StyleId[]>();

/** A copy of the row in the theme's colours. */
export function dressRow({ text, style }: Row, theme: Theme): Row {
  let styles = known.get(theme);
  if (styles === undefined) known.set(theme, (styles = []));
  const dressed = style.slice();
  for (let x = 0; x < style.length; x++) {
    const own = style[x] ?? 0;
    const found = (styles[own] ??= dress(own, theme));
    dressed[x] = text[x] === ' ' ? styleOfBlank(found) : found;
  }
  return { text: text.slice(), style: dressed };
}

function dress(style: StyleId, theme: Theme): StyleId {
  const { fg, bg, attributes } = styleOf(style);
  const letter = roleOfSgr(fg);
  const ground = roleOfSgr(bg);
  const look = theme.look(letter ?? 'plain', ground);
  const own = (colour: string) => (theme.hasColours ? colour : '');
  return intern({
    fg: letter !== undefined || fg === '' ? look.fg : own(fg),
    bg: ground !== undefined || bg === '' ? look.bg : own(bg),
    attributes: [...new Set([...attributes, ...look.attributes])].sort((a, b) => a - b),
  });
}
