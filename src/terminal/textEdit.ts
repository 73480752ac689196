import { total } from '#text/fit.ts';
import { clusterBoundary, clusterEnd, clusters, clusterStart, isAscii, textWidth } from '#text/characters.ts';
import { joinSafe, label, safeText, type SafeText } from '#text/safeText.ts';
import {
  lineEnd,
  lineOfCaret,
  lineStart,
  moveByLine,
  spacedStart,
  textLines,
  type TextValue,
  wordEnd,
  wordStart,
} from '#text/textField.ts';
import type { KeyName } from './input/keys.ts';

export interface EditOptions {
  /** Enter breaks the line, and ^A ^E ^U ^K act on a line. */
  readonly multiline?: boolean;
  /** In UTF-16 units; 10,000 when left out. */
  readonly maxLength?: number;
}

const lineBreaks = /\r\n?|[\n\v\f\x85\u2028\u2029]/g;
const otherControls = /[\0-\x08\x0E-\x1F\x7F-\x9F]/g;

type Motion = (edit: TextValue, multiline: boolean) => number;

const toLineStart: Motion = ({ value, caret }, multiline) => (multiline ? lineStart(value, caret) : 0);
const toLineEnd: Motion = ({ value, caret }, multiline) => (multiline ? lineEnd(value, caret) : value.length);
const back: Motion = ({ value, caret }) => clusterStart(value, caret);
const forward: Motion = ({ value, caret }) => clusterEnd(value, caret);
const wordBack: Motion = ({ value, caret }) => wordStart(value, caret);
const wordForward: Motion = ({ value, caret }) => wordEnd(value, caret);

const moves: ReadonlyMap<KeyName, Motion> = new Map([
  ['^A', toLineStart],
  ['Home', toLineStart],
  ['^E', toLineEnd],
  ['End', toLineEnd],
  ['^B', back],
  ['Left', back],
  ['^F', forward],
  ['Right', forward],
  ['Alt-b', wordBack],
  ['Ctrl-Left', wordBack],
  ['Alt-Left', wordBack],
  ['Alt-f', wordForward],
  ['Ctrl-Right', wordForward],
  ['Alt-Right', wordForward],
]);

/** To the end of the line; at its end over the line break, so that ^K joins lines. */
const restOfLine: Motion = (edit, multiline) => {
  const end = toLineEnd(edit, multiline);
  return end > edit.caret ? end : forward(edit, multiline);
};

/** To the start of the word, at most of the line; at the start of a line over the line break only, as Backspace. */
const spacedWordBack: Motion = ({ value, caret }, multiline) => {
  const line = multiline ? lineStart(value, caret) : 0;
  return line < caret ? Math.max(line, spacedStart(value, caret)) : clusterStart(value, caret);
};

const deletions: ReadonlyMap<KeyName, Motion> = new Map([
  ['Backspace', back],
  ['^H', back],
  ['Delete', forward],
  ['^D', forward],
  ['^U', toLineStart],
  ['^K', restOfLine],
  ['^W', spacedWordBack],
  ['Alt-Backspace', wordBack],
  ['Alt-^H', wordBack],
  ['Alt-d', wordForward],
]);

/** Types or pastes a text. Control characters are removed; line breaks become line feeds, or are removed in a one-line field. */
export function insertText(edit: TextValue, text: string, options: EditOptions = {}): TextValue {
  const clean = text
    .toWellFormed()
    .replace(lineBreaks, options.multiline === true ? '\n' : '')
    .replaceAll('\t', ' ')
    .replace(otherControls, '');
  const room = (options.maxLength ?? 10_000) - edit.value.length;
  const added = clean.length <= room ? clean : wholeClusters(clean, room);
  if (added === '') return edit;
  const value = edit.value.slice(0, edit.caret) + added + edit.value.slice(edit.caret);
  return { value, caret: clusterBoundary(value, edit.caret + added.length) };
}

/** What a key does in a text field; undefined when it is no key of a text field. */
export function editByKey(edit: TextValue, key: KeyName, options: EditOptions = {}): TextValue | undefined {
  const multiline = options.multiline === true;
  const move = moves.get(key);
  if (move) return moveTo(edit, move(edit, multiline));
  const deletion = deletions.get(key);
  if (deletion) return deleteTo(edit, deletion(edit, multiline));
  if (key === 'Space') return insertText(edit, ' ', options);
  if (multiline) {
    if (key === 'Up' || key === 'Down') return moveTo(edit, moveByLine(edit, key === 'Up' ? -1 : 1));
    if (key === 'Enter' || key === '^J') return insertText(edit, '\n', options);
  }
  // The name of a printable key is the one cluster it types; all other names are longer.
  return key !== '' && clusterEnd(key, 0) === key.length ? insertText(edit, key, options) : undefined;
}

function moveTo(edit: TextValue, caret: number): TextValue {
  return caret === edit.caret ? edit : { value: edit.value, caret: clusterBoundary(edit.value, caret) };
}

function deleteTo(edit: TextValue, to: number): TextValue {
  if (to === edit.caret) return edit;
  const start = Math.min(edit.caret, to);
  const value = edit.value.slice(0, start) + edit.value.slice(Math.max(edit.caret, to));
  // The characters before and after may form one cluster now.
  return { value, caret: clusterBoundary(value, start) };
}

function wholeClusters(text: string, length: number): string {
  let end = 0;
  for (const cluster of clusters(text)) {
    if (end + cluster.length > length) break;
    end += cluster.length;
  }
  return text.slice(0, end);
}

const nothing = label``;

/** All of it with room for the caret, else the part around it, moved by half a field. With a mask all are stars. */
export function textWindow(edit: TextValue, width: number, options: { mask?: boolean } = {}) {
  const shown = (cluster: string) => (options.mask === true ? label`*` : shownCluster(cluster));
  const before = clusters(edit.value.slice(0, edit.caret)).map(shown);
  const cells = [...before, ...clusters(edit.value.slice(edit.caret)).map(shown)];
  const widths = cells.map(textWidth);
  const caret = total(widths.slice(0, before.length));
  // The whole of a wide character under the caret is in view.
  const lastColumn = caret + (widths[before.length] ?? 1) - 1;
  const start = windowStart(lastColumn, total(widths) + 1, width);
  let column = 0;
  let first: number | undefined;
  const visible = cells.filter((_, index) => {
    const left = column;
    column += widths[index] ?? 0;
    const inside = left >= start && column <= start + width;
    if (inside) first ??= left;
    return inside;
  });
  return { text: joinSafe(visible, nothing), caretColumn: Math.max(0, caret - (first ?? caret)) };
}

/** The same for a field of several lines: the caret's line moves sideways, the others show their start. */
export function textWindowLines(edit: TextValue, width: number, height: number) {
  const lines = textLines(edit.value);
  const row = lineOfCaret(lines, edit.caret);
  const firstLine = windowStart(row, lines.length, height);
  const windows = lines
    .slice(firstLine, firstLine + Math.max(1, height))
    .map(({ text, start }, index) =>
      textWindow({ value: text, caret: firstLine + index === row ? edit.caret - start : 0 }, width),
    );
  const caretRow = row - firstLine;
  return {
    lines: windows.map(window => window.text),
    caretRow,
    caretColumn: windows[caretRow]?.caretColumn ?? 0,
    firstLine,
  };
}

/** Whether something in the value cannot be seen, so that editing around it would be guesswork. */
export function hasHiddenCharacters(value: string, options: { multiline?: boolean } = {}): boolean {
  return /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(
    options.multiline === true ? value.replace(/\r?\n/g, '') : value,
  );
}

/** Where a window of that size begins, so that position is inside and nothing is wasted behind the end. */
function windowStart(position: number, total: number, size: number): number {
  if (position < size && total <= size) return 0;
  const step = Math.max(1, Math.floor(size / 2));
  const steps = Math.max(0, Math.ceil((position - size + 1) / step));
  return Math.max(0, Math.min(steps * step, total - size));
}

/** A cluster as safe text; one that has nothing to show is a dot, so that the caret moves over something. */
function shownCluster(cluster: string): SafeText {
  const isBreak = /^[\t-\r\x85\u2028\u2029]/.test(cluster);
  const safe = isBreak ? nothing : safeText(cluster);
  if (safe !== '') return safe;
  return isAscii() ? label`.` : label`·`;
}
