/**
 * In place of Ink's view of an error with its source code: the program leaves the screen and ends with one line, and our
 * layout refuses the margins of that view.
 */
export function emptyErrorOverview(): null {
  return null;
}
