import { dressRow } from '#terminal/screen/painter.ts';
import type { Row } from '#terminal/screen/cells.ts';
import { styleOf } from '#terminal/screen/style.ts';
import type { Theme } from '#terminal/theme/roles.ts';
import type { PictureCell, PictureRow } from './svg.ts';

/** The rows of a frame in the colours of a theme. */
export function pictureRows(rows: readonly Row[], theme: Theme): PictureRow[] {
  return rows.map(row => {
    const { text, style } = dressRow(row, theme);
    return text.map((character, x): PictureCell => {
      const { fg, bg, attributes } = styleOf(style[x] ?? 0);
      const has = (attribute: number) => attributes.includes(attribute);
      return {
        text: character,
        fg: colourOf(fg),
        bg: colourOf(bg),
        bold: has(1),
        dim: has(2),
        underline: has(4),
        inverse: has(7),
      };
    });
  });
}

/** Of SGR parameters: "31", "94", "38;5;208", "48;2;16;18;20"; '' is the terminal's own. */
function colourOf(sgr: string): number | string {
  const [kind, ...values] = sgr.split(';').map(Number);
  if (sgr === '' || kind === undefined) return 'default';
  if (kind === 38 || kind === 48) {
    const [depth, ...parts] = values;
    return depth === 5
      ? (parts[0] ?? 0)
      : `#${parts.map(channel => channel.toString(16).padStart(2, '0')).join('')}`;
  }
  // Eight in both places, then their bright ones.
  return (kind % 10) + (kind >= 90 ? 8 : 0);
}
