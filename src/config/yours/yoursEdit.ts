import { type Document, isMap, isScalar, isSeq, type ParsedNode, parseDocument, type YAMLSeq } from 'yaml';
import { ConfigError } from '#model/failure.ts';
import type { ChangedList, Yours } from '#model/own/yours.ts';
import { asTag } from '#model/website/tags.ts';
import { parseYours } from './yoursText.ts';

const widest = 100;

const onlyEditor = 'config.yaml is written in a way that only an editor can change: sitedeck config edit';

/** All else stays as it is, and comments stay with what they are said of. Throws a ConfigError for a text with mistakes. */
export function withPanels(text: string, change: ChangedList): string {
  const { yours, wrong } = parseYours(text);
  const [first] = wrong;
  if (first !== undefined)
    throw new ConfigError(`config.yaml has a mistake, mend it first: line ${first.line}: ${first.text}`);
  const edited = editedText(text, change, text.includes('\r\n') ? '\r\n' : '\n');
  const read = parseYours(edited);
  const wanted = { ...yours, panels: changedLists(yours.panels, change) };
  if (read.wrong.length > 0 || JSON.stringify(read.yours) !== JSON.stringify(wanted))
    throw new ConfigError(onlyEditor);
  return edited;
}

function changedLists({ all, tags }: Yours['panels'], { tag: changed, names }: ChangedList): Yours['panels'] {
  if (changed === undefined) return { ...(names && { all: names }), tags };
  const others = tags.flatMap(each =>
    each.tag !== changed ? [each] : names === undefined ? [] : [{ ...each, names }],
  );
  return { ...(all && { all }), tags: others };
}

function editedText(text: string, change: ChangedList, lineEnd: string): string {
  const { contents } = parseDocument(text);
  const { names } = change;
  const pair = isMap<ParsedNode, ParsedNode | null>(contents)
    ? contents.items.find(({ key }) => isScalar(key) && key.value === 'panels')
    : undefined;
  const isInBraces = isMap(contents) && contents.flow === true;
  if (pair === undefined && isInBraces && contents.range) {
    const after = contents.items.at(-1)?.value?.range?.[1];
    const at = after ?? contents.range[0] + 1;
    return `${text.slice(0, at)}${after === undefined ? '' : ', '}panels: [${(names ?? []).join(', ')}]${text.slice(at)}`;
  }
  if (pair === undefined) {
    const indent = ' '.repeat(isMap<ParsedNode>(contents) ? columnOf(text, contents.range[0]) : 0);
    const before = text === '' || text.endsWith('\n') ? text : `${text}${lineEnd}`;
    return `${before}${indent}panels: ${flowText(names ?? [], `${lineEnd}${indent}  `)}${lineEnd}`;
  }
  if (names === undefined) {
    const left = withoutList(text, contents, placeIn(pair.value, change.tag));
    if (left !== undefined) return left;
  }
  const { value } = pair;
  const list: unknown = isMap(value) ? value.getIn(placeIn(value, change.tag), true) : value;
  const replaced = names && isSeq<ParsedNode>(list) ? replacedList(text, list, names, lineEnd) : undefined;
  if (replaced !== undefined) return replaced;
  const part = (from: string) => changedPart(from.replaceAll('\r\n', '\n'), change);
  if (isInBraces) return part(text).replaceAll('\n', lineEnd);
  const [start, end] = [pair.key.range[0], value?.range[2] ?? pair.key.range[2]];
  const indent = columnOf(text, start);
  const made = part(text.slice(start, end)).replaceAll('\n', lineEnd);
  const indented = made.replaceAll(/\n(?=[^\r\n])/g, `\n${' '.repeat(indent)}`);
  return text.slice(0, start) + (text[end - 1] === '\n' ? indented : indented.trimEnd()) + text.slice(end);
}

const lineStart = (text: string, offset: number) => text.lastIndexOf('\n', offset - 1) + 1;
const columnOf = (text: string, offset: number) => offset - lineStart(text, offset);

/** With other names in a list that is there; undefined where its text cannot be taken apart. */
function replacedList(
  text: string,
  { flow, items, range }: YAMLSeq<ParsedNode>,
  names: readonly string[],
  lineEnd: string,
): string | undefined {
  if (flow !== true) return replacedLines(text, items, names, lineEnd);
  const [start, end] = range ?? [0, 0];
  if (end === 0 || text.slice(start, end).includes('#')) return undefined;
  const [indent = ''] = /^[ \t]*/.exec(text.slice(lineStart(text, start))) ?? [];
  return `${text.slice(0, start)}${flowText(names, `${lineEnd}${indent}  `)}${text.slice(end)}`;
}

/** Each line of a list goes with the comments above it. */
function replacedLines(
  text: string,
  items: readonly ParsedNode[],
  names: readonly string[],
  lineEnd: string,
): string | undefined {
  const ends = items.map(({ range: [, end] }) => {
    const found = text.indexOf('\n', end);
    return found === -1 ? text.length : found + 1;
  });
  const starts = items.map(({ range: [start] }) => lineStart(text, start));
  const dash = text.slice(starts[0], items[0]?.range[0]);
  if (!/^ *- +$/.test(dash)) return undefined;
  const above = items.map((_, index) => text.slice(ends[index - 1] ?? starts[0], starts[index]));
  // A comment above the first one is of the whole list where no other has one.
  const [own = ''] = /(?:(?<=^|\n)[ \t]*#[^\n]*\n)*$/.exec(text.slice(0, starts[0])) ?? [];
  const head = (starts[0] ?? 0) - (above.some(lines => lines.includes('#')) ? own.length : 0);
  const written = names.map(name => {
    const at = items.findIndex(item => isScalar(item) && item.value === name);
    if (at === -1) return `${dash}${name}${lineEnd}`;
    const line = text.slice(at === 0 ? head : ends[at - 1], ends[at]);
    return line.endsWith('\n') ? line : `${line}${lineEnd}`;
  });
  const rest = text.slice(ends.at(-1));
  const whole = text.slice(0, head) + written.join('') + rest;
  return text.endsWith('\n') ? whole : whole.slice(0, rest === '' ? -lineEnd.length : undefined);
}

/** Without the lines of a list, and of what has nothing else below it; undefined where it is in braces. */
function withoutList(text: string, contents: unknown, path: readonly string[]): string | undefined {
  const maps = ['panels', ...path].reduce<unknown[]>(
    (above, name) => {
      const map = above.at(-1);
      return isMap(map) ? [...above, map.get(name, true)] : above;
    },
    [contents],
  );
  const index = maps.findLastIndex((map, at) => at === 0 || (isMap(map) && map.items.length > 1));
  const map = maps[index];
  if (!isMap<ParsedNode, ParsedNode | null>(map) || map.flow === true) return undefined;
  const name = ['panels', ...path][index];
  const pair = map.items.find(({ key }) => isScalar(key) && key.value === name);
  const start = pair && lineStart(text, pair.key.range[0]);
  if (start === undefined || text.slice(start, pair?.key.range[0]).trim() !== '') return undefined;
  // A list of lines ends behind its last one, a list in brackets in its line.
  const end = text.indexOf('\n', (pair?.value?.range[1] ?? text.length) - 1);
  return text.slice(0, start) + (end === -1 ? '' : text.slice(end + 1));
}

/** Below `panels`, by the name that the file has for the tag; none where that is one list for all. */
function placeIn(lists: unknown, tag: string | undefined): readonly string[] {
  if (!isMap(lists)) return [];
  if (tag === undefined) return ['all'];
  const tags: unknown = lists.get('tags', true);
  const names = isMap(tags) ? tags.items.map(({ key }) => (isScalar(key) ? String(key.value) : '')) : [];
  return ['tags', names.find(name => asTag(name) === tag) ?? tag];
}

/** What is in braces, or has comments in brackets: written again, each item with its comments. */
function changedPart(text: string, { tag, names }: ChangedList): string {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) throw new ConfigError(onlyEditor);
  const path = ['panels', ...placeIn(document.get('panels', true), tag)];
  if (names !== undefined) setList(document, path, names);
  else
    for (let length = path.length; length > 0; length--) {
      const parent: unknown = document.getIn(path.slice(0, length), true);
      if (length === path.length || (isMap(parent) && parent.items.length === 0))
        document.deleteIn(path.slice(0, length));
    }
  return document.toString({ lineWidth: widest, flowCollectionPadding: false }).replaceAll(/^[ \t]+$/gm, '');
}

function setList(document: Document.Parsed, path: readonly string[], names: readonly string[]): void {
  const list: unknown = document.getIn(path, true);
  if (!isSeq(list)) {
    const added = document.createNode(names);
    added.flow = true;
    document.setIn(path, added);
    return;
  }
  const items = list.items;
  list.items = names.map(
    name => items.find(item => isScalar(item) && item.value === name) ?? document.createNode(name),
  );
}

/** In as many lines as it takes. */
function flowText(names: readonly string[], lineBreak: string): string {
  const lines: string[] = [];
  for (const name of names) {
    const line = lines.at(-1);
    if (line === undefined || line.length + name.length + 2 > widest - 'panels: ['.length) lines.push(name);
    else lines[lines.length - 1] = `${line}, ${name}`;
  }
  return `[${lines.join(`,${lineBreak}`)}]`;
}
