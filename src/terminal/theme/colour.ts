/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

export const white: Rgb = [255, 255, 255];
export const black: Rgb = [0, 0, 0];

/** "#5fc9b8" */
export function rgb(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** `share` of the second colour, the rest of the first. */
export function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const between = (from: number, to: number) => Math.round(from + (to - from) * share);
  return [between(a[0], b[0]), between(a[1], b[1]), between(a[2], b[2])];
}

/** Relative luminance as WCAG 2 defines it: 0 is black, 1 is white. */
export function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio as WCAG 2 defines it: 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [one, other] = [luminance(a) + 0.05, luminance(b) + 0.05];
  return Math.max(one, other) / Math.min(one, other);
}

const cubeLevels = [0, 95, 135, 175, 215, 255];

/** What a terminal shows for the colours 16 to 255 of its palette, which themes leave alone: a cube, then 24 greys. */
export function paletteColour(number: number): Rgb {
  if (number >= 232) {
    const grey = 8 + (number - 232) * 10;
    return [grey, grey, grey];
  }
  const place = number - 16;
  const level = (index: number) => cubeLevels[index % 6] ?? 0;
  return [level(Math.floor(place / 36)), level(Math.floor(place / 6)), level(place)];
}

const palette = Array.from({ length: 240 }, (_, place) => {
  const colour = paletteColour(16 + place);
  return { colour, strength: strength(colour) };
});

/** The one of the colours 16 to 255 that comes nearest. */
export function nearestInPalette(colour: Rgb): number {
  const ofColour = strength(colour);
  let nearest = 0;
  let least = Infinity;
  palette.forEach((candidate, place) => {
    // A hue that is lost for a grey counts as much as one that is another.
    const apart = squared(candidate.colour, colour) + (candidate.strength - ofColour) ** 2;
    if (apart >= least) return;
    nearest = place;
    least = apart;
  });
  return 16 + nearest;
}

/** So near that side by side they are one colour: at most 3 of 255 apart in each channel. */
export function looksAlike(a: Rgb, b: Rgb): boolean {
  return a.every((channel, place) => Math.abs(channel - (b[place] ?? 0)) <= 3);
}

/** The square of their distance. */
function squared(a: Rgb, b: Rgb): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}

/** How far a colour is from a grey. */
function strength([red, green, blue]: Rgb): number {
  return Math.max(red, green, blue) - Math.min(red, green, blue);
}
