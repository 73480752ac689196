import { clusterBoundary, clusterEnd, clusters, clusterStart } from '#text/characters.ts';
import {
  lineEnd,
  lineStart,
  moveByLine,
  spacedStart,
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

/** Keys that delete from the caret to where the motion leads. */
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
