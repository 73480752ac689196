/** So many columns of the width; the first ones have what is left over. */
export function columnWidths(width: number, count: number): number[] {
  const each = Math.floor(width / count);
  return Array.from({ length: count }, (_, index) => each + (index < width - each * count ? 1 : 0));
}
