import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commandsOf, screens } from '#commands/registry.ts';

const root = fileURLToPath(new URL('../../src', import.meta.url));
/** What the application says: subcommands name no keys, and rules of the model none either. */
const layers = /^(?:app|commands|components|queries|screens|store)\//;
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(file => layers.test(file) && /\.tsx?$/.test(file))
  .map(file => ({ file, code: withoutComments(readFileSync(join(root, file), 'utf8')) }));

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[^]*?\*\/|(?<=^|[\s;{(,])\/\/.*$/gm, '');
}

/** A letter that stands alone, or ^ and one, or a sign that does something; an article and what is sorted "A to Z" are none. */
const named =
  /(?<![\w'’.#%@=+/\\-]|such as |\d )(?:[b-zB-HJ-Z]|a(?= adds)|\^[A-Z])(?= [a-z]|[,.]? ?$)|(?:[Pp]ress|Hint:) (?:\S(?= )|\^[A-Z])|(?:^|[:;,] )[/<>[\]!?:+*](?= [a-z]+s\b)/;
const sorted = /\b[AZ] to [AZ]\b/;

/** Texts that name a key by its letter, and keys that are asked for so. */
function lettersIn(code: string): string[] {
  const texts = [...code.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)].map(
    ([text]) => text,
  );
  const asked = [...code.matchAll(/\bkey: '(?:[a-zA-Z]|\^[A-Z])', does: label/g)].map(([text]) => text);
  return [
    ...asked,
    ...texts.filter(text => {
      const said = text.slice(1, -1).replaceAll(/\$\{[^}]*\}(?: s\b)?/g, 'XX');
      return / /.test(said.trim()) && !sorted.test(said) && named.test(said);
    }),
  ];
}

test('a text names a command, never a letter', () => {
  // An empty search would find no letter either: every layer is read, and most of what they hold.
  const searched = new Set(sources.map(({ file }) => file.split('/')[0]));
  expect(searched).toEqual(new Set(['app', 'commands', 'components', 'queries', 'screens', 'store']));
  expect(sources.reduce((sum, { code }) => sum + code.length, 0)).toBeGreaterThan(1_300_000);
  const found = sources.flatMap(({ file, code }) => lettersIn(code).map(text => `${file}: ${text}`));
  expect(found).toEqual([]);
});

test.each([
  "'Not loaded. Press r to retry.'",
  "'The service does not answer: r tries again.'",
  "'w explains a day: select one.'",
  "'There is no website yet: a adds one.'",
  "'Nothing is searched: / opens a search.'",
  "'There are no later days: < shows earlier ones.'",
  '`off, n reads them`',
  'label`^G sets one: so many a month.`',
  "'? shows the keys.'",
  "{ key: 'r', does: label`again` }",
])('%s is found', code => {
  expect(lettersIn(code)).toHaveLength(1);
});

test.each([
  "'A name for a view is a text.'",
  "`Not loaded. Press ${keyOf('refresh')} to retry.`",
  "'Domain, A to Z'",
  "'Leave the search first: press Enter.'",
  '`for up to 15 s ...`',
])('%s is fine', code => {
  expect(lettersIn(code)).toEqual([]);
});

test('every command that a text names is one', () => {
  const ids = new Set(screens.flatMap(({ screen }) => commandsOf(screen).map(({ id }) => id)));
  const asked = sources.flatMap(({ code }) =>
    [...code.matchAll(/\b(?:keyOf|keyNamed|asked)\('([\w.]+)'/g)].map(([, id = '']) => id),
  );
  expect(asked.length).toBeGreaterThan(60);
  expect(asked.filter(id => !ids.has(id))).toEqual([]);
});
