import { lines } from '#terminal/ink/cellOutput.ts';
import { inRole, type Role, type Theme } from '#terminal/theme/roles.ts';
import { pictureRows, svgOf } from './svg.ts';

interface Stretch {
  readonly text: string;
  readonly tone?: Role | undefined;
  readonly on?: Role | undefined;
  readonly bold?: boolean | undefined;
}

/** Printed lines as a picture in the colours of a theme, as wide as the longest. */
export function svgOfLines(printed: readonly (readonly Stretch[])[], theme: Theme): string {
  const rows = printed.flatMap(line => lines(line.map(styled).join('')));
  const width = Math.max(0, ...rows.map(({ text }) => text.length));
  const padded = rows.map(({ text, style }) => {
    const blanks = Array.from({ length: width - text.length });
    return { text: [...text, ...blanks.map(() => ' ')], style: [...style, ...blanks.map(() => 0)] };
  });
  return svgOf(pictureRows(padded, theme), theme.own);
}

function styled({ text, tone, on, bold }: Stretch): string {
  const inTone = tone === undefined ? text : inRole(text, tone, 'letter');
  const onGround = on === undefined ? inTone : inRole(inTone, on, 'ground');
  return bold === true ? `\x1b[1m${onGround}\x1b[22m` : onGround;
}
