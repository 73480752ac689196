import { type Document, isMap, isScalar, isSeq, type Pair, type ParsedNode, parseDocument } from 'yaml';
import { ConfigError } from '#model/failure.ts';
import type { ChangedList } from '#model/own/lists.ts';
import type { Yours } from '#model/own/yours.ts';
import { asTag } from '#model/website/tags.ts';
import { parseYours } from './yoursText.ts';

const widest = 100;

/**
 * The text of config.yaml with another list of panels. All else of it stays as it is, and comments stay with what they are
 * said of. Throws a ConfigError for a text with mistakes, which are to be mended first.
 */
export function withPanels(text: string, change: ChangedList): string {
  const { yours, wrong } = parseYours(text);
  const [first] = wrong;
  if (first !== undefined)
    throw new ConfigError(`config.yaml has a mistake, mend it first: line ${first.line}: ${first.text}`);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const edited = editedText(text.replaceAll('\r\n', '\n'), change).replaceAll('\n', lineEnd);
  const read = parseYours(edited);
  const wanted = { ...yours, panels: changedLists(yours.panels, change) };
  if (read.wrong.length > 0 || JSON.stringify(read.yours) !== JSON.stringify(wanted))
    throw new ConfigError(
      'config.yaml is written in a way that only an editor can change: sitedeck config edit',
    );
  return edited;
}

function changedLists({ all, tags }: Yours['panels'], { tag: changed, names }: ChangedList): Yours['panels'] {
  if (changed === undefined) return { ...(names && { all: names }), tags };
  const others = tags.flatMap(each =>
    each.tag !== changed ? [each] : names === undefined ? [] : [{ ...each, names }],
  );
  return { ...(all && { all }), tags: others };
}

function editedText(text: string, change: ChangedList): string {
  const { contents } = parseDocument(text);
  const pair = isMap<ParsedNode, ParsedNode | null>(contents)
    ? contents.items.find(({ key }) => isScalar(key) && key.value === 'panels')
    : undefined;
  if (isMap(contents) && contents.flow === true) return changedPart(text, change);
  if (pair === undefined) {
    const indent = ' '.repeat(isMap<ParsedNode>(contents) ? columnOf(text, contents.range[0]) : 0);
    const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    return `${before}${indent}panels: ${flowText(change.names ?? [])}\n`;
  }
  const flat = flatList(pair, change);
  if (flat !== undefined && !text.slice(flat[0], flat[1]).includes('#') && change.names !== undefined)
    return `${text.slice(0, flat[0])}${flowText(change.names)}${text.slice(flat[1])}`;
  const [start, end] = [pair.key.range[0], pair.value?.range[2] ?? pair.key.range[2]];
  const indent = columnOf(text, start);
  const part = changedPart(text.slice(start, end), change).replaceAll(/\n(?=.)/g, `\n${' '.repeat(indent)}`);
  if (part === '') return text.slice(0, start - indent) + text.slice(end);
  return text.slice(0, start) + (text[end - 1] === '\n' ? part : part.trimEnd()) + text.slice(end);
}

const columnOf = (text: string, offset: number) => offset - (text.lastIndexOf('\n', offset - 1) + 1);

/** Where a list in brackets stands that is to be another one. */
function flatList(
  { value }: Pair<ParsedNode, ParsedNode | null>,
  { tag }: ChangedList,
): readonly [number, number] | undefined {
  const found: unknown = isMap(value) ? value.getIn(placeIn(value, tag), true) : value;
  return isSeq<ParsedNode>(found) && found.flow === true && found.range
    ? [found.range[0], found.range[1]]
    : undefined;
}

/** Below `panels`, by the name that the file has for the tag. */
function placeIn(lists: unknown, tag: string | undefined): readonly string[] {
  if (tag === undefined) return ['all'];
  const tags: unknown = isMap(lists) ? lists.get('tags', true) : undefined;
  const names = isMap(tags) ? tags.items.map(({ key }) => (isScalar(key) ? String(key.value) : '')) : [];
  return ['tags', names.find(name => asTag(name) === tag) ?? tag];
}

/** What has its own lines, or comments in it: written anew, each item with its comments. Empty where nothing is left. */
function changedPart(text: string, { tag, names }: ChangedList): string {
  const document = parseDocument(text);
  const lists: unknown = document.get('panels', true);
  const path = ['panels', ...(isMap(lists) ? placeIn(lists, tag) : [])];
  if (names === undefined) {
    for (let length = path.length; length > 0; length--) {
      const parent: unknown = document.getIn(path.slice(0, length), true);
      if (length === path.length || (isMap(parent) && parent.items.length === 0))
        document.deleteIn(path.slice(0, length));
    }
    if (isMap(document.contents) && document.contents.items.length === 0) return '';
  } else setList(document, path, names);
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
function flowText(names: readonly string[]): string {
  const lines: string[] = [];
  for (const name of names) {
    const line = lines.at(-1);
    if (line === undefined || line.length + name.length + 2 > widest - 'panels: ['.length) lines.push(name);
    else lines[lines.length - 1] = `${line}, ${name}`;
  }
  return `[${lines.join(',\n  ')}]`;
}
