/** A stored list has an entry a line, and services take commas between them too. What is not changed stays to the character. */
const separators = /(\r\n|[\r\n,])/;

/** The entries of a list without blanks around them. */
export function listEntries(text: string): string[] {
  return text
    .split(/\r\n|[\r\n,]/)
    .map(part => part.trim())
    .filter(part => part !== '');
}

/** The list with the entries it does not have yet, each in a line of its own at the end. */
export function addEntries(text: string, entries: readonly string[]): string {
  const known = new Set(listEntries(text));
  const added = [...new Set(entries.map(entry => entry.trim()))].filter(
    entry => entry !== '' && !known.has(entry),
  );
  if (added.length === 0) return text;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const start = text.replace(/[\s,]+$/, '');
  return [...(start === '' ? [] : [start]), ...added].join(lineEnd);
}

/** The list without these entries. */
export function removeEntries(text: string, entries: readonly string[]): string {
  const unwanted = new Set(entries.map(entry => entry.trim()));
  if (!listEntries(text).some(entry => unwanted.has(entry))) return text;
  // Parts and separators in turn: an entry goes with the separator behind it.
  const pieces = text.split(separators);
  let kept = '';
  for (let at = 0; at < pieces.length; at += 2) {
    const part = pieces[at] ?? '';
    if (!unwanted.has(part.trim())) kept += part + (pieces[at + 1] ?? '');
  }
  return kept.replace(/[\s,]+$/, '');
}
