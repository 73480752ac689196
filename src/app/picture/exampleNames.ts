import { isHours, isSeries, type StatisticName, type StatisticRow } from '#model/statistics/statistics.ts';
import type { State } from '#store/state.ts';

type NameKind = 'id' | 'website' | 'path' | 'host' | 'tag' | 'note' | 'search' | StatisticName;

const paths: readonly StatisticName[] = [
  'page',
  'landing_page',
  'exit_page',
  'not_found',
  'failed',
  'download',
  'bytes',
  'response_time',
  'slow_response',
];

/** Statistics that have the same values have the same names. */
export function kindOf(name: StatisticName): NameKind {
  if (paths.includes(name)) return 'path';
  if (name === 'bot_page') return 'bot';
  return name === 'referrer' ? 'host' : name;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const spoken =
  'alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu'.split(
    ' ',
  );

/** The name at a place, from 0 on: "b", and in the second round "b2". */
function exampleName(kind: NameKind, index: number): string {
  const round = Math.floor(index / alphabet.length);
  const among = (words: ArrayLike<string>) =>
    `${words[index % alphabet.length] ?? ''}${round === 0 ? '' : round + 1}`;
  switch (kind) {
    case 'id':
      return String(index + 1);
    case 'website':
      return `${among(spoken)}.example.com`;
    case 'path':
      return `/${among(alphabet)}`;
    case 'host':
      return `${among(alphabet)}.example`;
    case 'note':
      return `note ${among(alphabet.toUpperCase())}`;
    case 'tag':
    case 'search':
      return among(alphabet);
    default:
      return among(alphabet.toUpperCase());
  }
}

/** Gives each text a name, the same for the same one: websites in the order of the list, rows from the most frequent down. */
export function createNames(state: State) {
  const given = new Map<NameKind, Map<string, string>>();
  const real = new Map<NameKind, Map<string, string>>();
  const of = (kind: NameKind, text: string): string => {
    // What is empty has words of its own: "(direct)".
    if (text.trim() === '') return text;
    const names = given.get(kind) ?? new Map<string, string>();
    given.set(kind, names);
    const name = names.get(text) ?? exampleName(kind, names.size);
    names.set(text, name);
    real.set(kind, (real.get(kind) ?? new Map<string, string>()).set(name, text));
    return name;
  };
  for (const { id, domain = '' } of [...state.websites.arranged, ...(state.websites.list.data?.rows ?? [])]) {
    of('id', id);
    of('website', domain);
  }
  for (const id of state.records.byId.keys()) of('id', id);
  const counted: (StatisticRow & { readonly name: StatisticName })[] = [];
  for (const { kind, name, answer } of state.answers.known())
    if (kind === 'rows') counted.push(...(answer.data?.rows ?? []).map(row => ({ ...row, name })));
  for (const { name, value } of counted.sort((a, b) => b.count - a.count))
    if (!isSeries(name) && !isHours(name)) of(kindOf(name), value);
  return { of, realOf: (kind: NameKind, name: string) => real.get(kind)?.get(name) ?? name };
}
