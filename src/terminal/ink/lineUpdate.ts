/** The whole of a changed line: Ink's own looks for the part that differs, and the screen does that for every cell. */
export function lineUpdate(_: string, next: string): string {
  return `\x1b[1G\x1b[K${next}`;
}
