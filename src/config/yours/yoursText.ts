import { type Document, isMap, isScalar, LineCounter, type ParsedNode, parseDocument } from 'yaml';
import type * as z from 'zod/mini';
import type { OwnCommand } from '#model/own/command.ts';
import {
  noLists,
  nothingYours,
  type OwnKeys,
  type OwnLists,
  whyKeyTaken,
  wrongKeys,
  type Yours,
} from '#model/own/yours.ts';
import { asTag, tagRule } from '#model/website/tags.ts';
import { didYouMean } from '#text/match.ts';
import { safeText } from '#text/safeText.ts';
import { yoursSchema } from './yoursSchema.ts';

/** What is wrong in config.yaml, where it stands, and what would be right. */
export interface Wrong {
  readonly line: number;
  readonly column: number;
  /** In one line, safe to show. */
  readonly text: string;
}

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/** What is right in a text of YAML, and what is wrong in it, in the order of its lines. */
export function parseYours(text: string): { readonly yours: Yours; readonly wrong: readonly Wrong[] } {
  const lines = new LineCounter();
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const at = (offset: number, problem: string): Wrong => ({
    ...placeAt(offset),
    text: safeText(problem, 400),
  });
  const badByte = text.indexOf('\uFFFD');
  const document = parseDocument(text, {
    lineCounter: lines,
    stringKeys: true,
    prettyErrors: false,
    // Neither sets nor dates, in which no setting is found that they do not have, nor bytes.
    schema: 'core',
    resolveKnownTags: false,
  });
  if (badByte !== -1)
    return { yours: nothingYours, wrong: [at(badByte, 'is not UTF-8: save the file as UTF-8')] };
  const { errors } = document;
  const deep = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  if (deep !== undefined) return { yours: nothingYours, wrong: [at(deep.pos[0], 'is nested too deeply')] };
  const wrong = errors.slice(0, 1).map(error =>
    at(
      error.pos[0],
      error.code === 'MULTIPLE_DOCS'
        ? 'begins a second document, and what stands in it is not used: take out this line'
        : // Without what the parser quotes of the file.
          `is no YAML: ${error.message.replace(/ at line \d+[\s\S]*$/, '').split('\n', 1)[0] ?? ''}`,
    ),
  );
  const value = valueOf(document);
  if (value === undefined)
    return { yours: nothingYours, wrong: [at(0, 'has too many aliases: write out what they repeat')] };
  if (value === null) return { yours: nothingYours, wrong };
  if (countUpTo(maxValues, value) > maxValues) {
    const maxText = maxValues.toLocaleString('en');
    const problem = `has more than ${maxText} settings, names and arguments: take out what is not needed`;
    return { yours: nothingYours, wrong: [at(0, problem)] };
  }
  const { data, issues } = asFarAsRight(value, document);
  const found = issues.map(issue => at(offsetOf(document, issue), sentenceOf(issue, value)));
  return {
    yours: { ...nothingYours, ...data },
    wrong: [...wrong, ...found].toSorted((a, b) => a.line - b.line || a.column - b.column),
  };
}

/** Of texts, lists and maps; more than anybody writes would be checked for minutes, each with all others. */
const maxValues = 2_000;

/** How many values stand in one, itself among them; not counted further than one more than `most`. */
function countUpTo(max: number, value: unknown): number {
  let count = 1;
  if (typeof value !== 'object' || value === null) return count;
  for (const inner of Object.values(value)) {
    if (count > max) break;
    count += countUpTo(max - count, inner);
  }
  return count;
}

/** Of a text with an error what stands whole before it; null for an empty one, undefined for aliases that repeat too much. */
function valueOf(document: Document.Parsed): unknown {
  const { contents, errors } = document;
  const [error] = errors;
  if (error !== undefined && !isMap(contents)) return null;
  if (error !== undefined && isMap(contents)) {
    const before = contents.items.filter(({ key }) => key.range[0] < error.pos[0]);
    // Where the last one ends is what the error leaves unknown.
    contents.items = error.code === 'DUPLICATE_KEY' ? before : before.slice(0, -1);
  }
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

/** What is left when all that is wrong is taken out: a command as a whole, of others what stands for itself. */
function asFarAsRight(
  value: unknown,
  document: Document.Parsed,
): { data: Partial<Yours>; issues: readonly Issue[] } {
  const schema = yoursSchema();
  const whole = schema.safeParse(value);
  const shapes = whole.success ? [] : whole.error.issues.flatMap(innerIssues);
  const shaped = whole.success ? whole : schema.safeParse(without(value, shapes.map(goneBy)));
  if (!shaped.success) return { data: {}, issues: shapes };
  const gone = new Set(
    shapes.map(({ path: [setting, index] }) => (setting === 'commands' ? index : undefined)),
  );
  const { commands = [] } = shaped.data;
  const indexes = Array.from({ length: commands.length + gone.size }, (_, index) => index);
  // A record leaves out this name.
  const hasProto = Object.hasOwn(Object(Object(value)['keys']), '__proto__');
  const keys = keysOf({ ...shaped.data.keys, ...(hasProto && { ['__proto__']: [] }) });
  const wrong = wrongKeys(keys);
  const right = Object.fromEntries(Object.entries(keys).filter(([id]) => !wrong.has(id)));
  const left = indexes.filter(index => !gone.has(index));
  const issues: Issue[] = [
    ...shapes,
    ...[...wrong].map(([id, message]) => issueAt(['keys', id], message)),
    ...clashes(commands, left, right),
    ...repeated(value),
  ];
  const rest = schema.safeParse(without(value, issues.map(goneBy)));
  if (!rest.success) return { data: {}, issues };
  const { panels, columns } = rest.data;
  return {
    data: {
      commands: rest.data.commands ?? [],
      keys: keysOf(rest.data.keys),
      panels: listsOf(panels, namesIn(document, ['panels', 'tags'])),
      columns: listsOf(columns, namesIn(document, ['columns', 'tags'])),
    },
    issues,
  };
}

function issueAt(path: PropertyKey[], message: string): Issue {
  return { code: 'custom', path, message, input: undefined };
}

/** What the commands of the file want that another one has; `places`: where in the list each of them stands. */
function clashes(commands: readonly OwnCommand[], indexes: readonly number[], keys: OwnKeys): Issue[] {
  return commands.flatMap((command, at) => {
    const before = commands.slice(0, at);
    const path = ['commands', indexes[at] ?? at];
    const taken = whyKeyTaken(command, before, keys);
    const name = `is there twice: "${command.name}" is the name of another one above`;
    return [
      ...(before.some(each => each.name === command.name) ? [issueAt([...path, 'name'], name)] : []),
      ...(taken === undefined ? [] : [issueAt([...path, 'key'], taken)]),
    ];
  });
}

/** Names that a list of panels or columns has twice, and tags that are none or the same. */
function repeated(value: unknown): Issue[] {
  const twice = (path: PropertyKey[], list: unknown) =>
    (Array.isArray(list) ? list : []).flatMap((name: unknown, index, all) =>
      typeof name === 'string' && all.indexOf(name) < index
        ? [issueAt([...path, index], `is there twice: take one ${name} out`)]
        : [],
    );
  return (['panels', 'columns'] as const).flatMap(setting => {
    const lists: unknown = Object(value)[setting];
    const { all, tags } = Object(lists);
    const byTag = Object.entries<unknown>(Array.isArray(tags) ? {} : Object(tags));
    return [
      ...twice([setting], lists),
      ...twice([setting, 'all'], all),
      ...byTag.flatMap(([name, list], index) => {
        const [path, tag] = [[setting, 'tags', name], asTag(name)];
        if (tag === undefined) return [issueAt(path, `is no tag: take ${tagRule}`)];
        const isThere = byTag.slice(0, index).some(([before]) => asTag(before) === tag);
        return isThere ? [issueAt(path, 'is there twice: capitals make no other tag')] : twice(path, list);
      }),
    ];
  });
}

/** What is not used because of an issue. */
function goneBy(issue: Issue): Path {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys] : issue.path;
  return path[0] === 'commands' ? path.slice(0, 2) : path;
}

/** @param inOrder tags in the order of the file, which objects do not keep of numbers */
function listsOf<T>(
  written:
    | readonly T[]
    | {
        readonly all?: readonly T[] | undefined;
        readonly tags?: Readonly<Record<string, readonly T[]>> | undefined;
      }
    | undefined,
  inOrder: readonly string[],
): OwnLists<T> {
  if (written === undefined) return noLists;
  if ('length' in written) return { all: written, tags: [] };
  const { all, tags = {} } = written;
  const found = [...new Set([...inOrder, ...Object.keys(tags)])].flatMap(name => {
    const [tag, names] = [asTag(name), tags[name]];
    return tag === undefined || names === undefined ? [] : [{ tag, names }];
  });
  return { ...(all && { all }), tags: found };
}

function namesIn(document: Document.Parsed, path: Path): readonly string[] {
  const map: unknown = isMap(document.contents) ? document.getIn(path, true) : undefined;
  return isMap(map) ? map.items.map(({ key }) => (isScalar(key) ? String(key.value) : '')) : [];
}

function keysOf(keys: Readonly<Record<string, string | readonly string[]>> = {}): OwnKeys {
  return Object.fromEntries(
    Object.entries(keys).map(([id, key]) => [id, typeof key === 'string' ? [key] : key]),
  );
}

/** Each unknown name by itself; of a choice of shapes what is wrong with the one that the value has. */
function innerIssues(issue: Issue): Issue[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map(key => ({ ...issue, keys: [key] }));
  if (issue.code !== 'invalid_union') return [issue];
  const fitting = issue.errors.find(errors =>
    errors.every(({ path, code }) => path.length > 0 || code !== 'invalid_type'),
  );
  if (fitting === undefined) return [issue];
  return fitting.flatMap(inner => innerIssues({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** A copy without what stands at these paths. */
function without(value: unknown, paths: readonly Path[]): unknown {
  const below = (key: PropertyKey) =>
    paths.filter(([first]) => String(first) === String(key)).map(([, ...rest]) => rest);
  const kept = (key: PropertyKey) => !below(key).some(rest => rest.length === 0);
  if (paths.some(path => path.length === 0)) return undefined;
  if (Array.isArray(value)) {
    const left = value.flatMap((item: unknown, index) => (kept(index) ? [without(item, below(index))] : []));
    // A list of which nothing is right is not there.
    return left.length === 0 && value.length > 0 ? undefined : left;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const left = kept(key) ? without(item, below(key)) : undefined;
      return left === undefined ? [] : [[key, left]];
    }),
  );
}

function offsetOf(document: Document.Parsed, issue: Issue): number {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    const map: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
    const pair = isMap<ParsedNode, ParsedNode>(map)
      ? map.items.find(({ key }) => isScalar(key) && String(key.value) === issue.keys[0])
      : undefined;
    if (pair !== undefined) return pair.key.range[0];
  }
  // Of what is missing, the place of what should have it.
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
    if (Array.isArray(range) && typeof range[0] === 'number') return range[0];
  }
  return 0;
}

/** "commands, 2nd: run must be a list". */
function sentenceOf(issue: Issue, value: unknown): string {
  const names = issue.path.map(part => (typeof part === 'number' ? `${part + 1}` : String(part)));
  const where = names.join(' ');
  if (issue.code === 'unrecognized_keys') {
    const known = knownNames(issue.path);
    const [name = ''] = issue.keys;
    const meant = didYouMean(name, known);
    const right = meant === '' ? ` Write one of ${known.join(', ')}.` : meant;
    return `${where === '' ? '' : `${where}: `}there is no setting "${name}".${right}`;
  }
  const isMissing = issue.path.reduce<unknown>((found, key) => Object(found)[key], value) === undefined;
  return `${where} ${isMissing ? 'is missing: it ' : ''}${issue.message}`.trim();
}

function knownNames(path: Path): readonly string[] {
  return path.length === 0
    ? Object.keys(yoursSchema().shape)
    : path[0] === 'commands'
      ? ['name', 'key', 'run', 'on', 'confirm', 'output']
      : ['all', 'tags'];
}
