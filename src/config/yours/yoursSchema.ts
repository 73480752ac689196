import * as z from 'zod/mini';
import { commandPlaces, outputs, placeholders, whyNotRun } from '#model/own/command.ts';
import { columnNames } from '#model/own/yours.ts';
import { panelNames } from '#model/service/capabilities.ts';
import { didYouMean } from '#text/match.ts';

const about = z.describe;

/** So many names are listed beside the one that was meant. */
const maxListed = 12;

/** One of some words; what is nearly one of them is named. */
function oneOf<const T extends string>(words: readonly T[]) {
  return z.enum(words, {
    error({ input }) {
      const meant = typeof input === 'string' ? didYouMean(input, words) : '';
      if (meant !== '' && words.length > maxListed) return `must be a known name.${meant}`;
      return `must be one of ${words.join(', ')}${meant === '' ? '' : `.${meant}`}`;
    },
  });
}

/** The arguments that a shell would make of a line, for the list to write in its place. */
function argumentsOf(line: string): string {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const quoted = words.map(word => {
    const text = word.replaceAll(/^(["'])(.*)\1$/g, '$2');
    return /^[\w./@%+=-]+$/.test(text) ? text : JSON.stringify(text);
  });
  return `[${quoted.join(', ')}]`;
}

const isLetter = (text: string) => !/\p{C}/u.test(text);

const commandName = () =>
  z.string('must be text').check(
    z.refine(text => text.trim() === text && /^.{1,40}$/u.test(text) && isLetter(text), {
      error: 'must be 1 to 40 characters in one line',
    }),
    about('What it is called in the help, in : and in the footer'),
  );

const nothingToRun = 'must name a program: [whois, "{domain}"]';

const ownCommand = () =>
  z.strictObject(
    {
      name: commandName(),
      key: z.optional(z.string('must be a key, such as X, ^T or F6').check(about('X, ^T, F6'))),
      run: z
        .array(z.string('must be text: put it in quotes'), {
          error: ({ input }) =>
            typeof input === 'string'
              ? `must be a list of arguments, which no shell reads: ${argumentsOf(input)}`
              : 'must be a list of arguments: [whois, "{domain}"]',
        })
        .check(
          z.minLength(1, nothingToRun),
          z.superRefine((run, context) => {
            const why = run[0] === '' ? nothingToRun : whyNotRun(run);
            if (why !== undefined) context.addIssue({ code: 'custom', message: why, input: run });
          }),
          about(`The program and its arguments; ${placeholders.map(name => `{${name}}`).join(' ')}`),
        ),
      on: z.optional(
        z
          .array(oneOf(commandPlaces), 'must be a list of views: [websites, statistic]')
          .check(
            z.minLength(1, 'must name a view, as [websites, statistic], or be left out for all'),
            about('The views that it is offered on; all without it'),
          ),
      ),
      confirm: z.optional(z.boolean('must be true or false').check(about('Ask before it runs'))),
      output: z.optional(oneOf(outputs).check(about('Where it writes; by default the terminal'))),
    },
    'must be a command: {name: Whois, run: [whois, "{domain}"]}',
  );

const aKey = 'must be a key, such as X, ^T or F6, in quotes where it is a sign or a digit, or a list of them';
const key = () => z.string(aKey);

/** Names in their order; `example`: two of them. */
const names = <const T extends string>(known: readonly T[], example: string) =>
  z
    .array(oneOf(known), `must be a list of names: ${example}`)
    .check(z.minLength(1, `must have at least one name: ${example}`));

/** A list for all websites, or one for all and others by tag. */
const listsBy = <const T extends string>(known: readonly T[], example: string) =>
  z.union(
    [
      names(known, example),
      z.strictObject({
        all: z.optional(names(known, example)),
        tags: z.optional(
          z.record(z.string(), names(known, example), `must have lists by tags: {shop: ${example}}`),
        ),
      }),
    ],
    `must be a list, ${example}, or lists for all websites and by tag: {all: ${example}, tags: {shop: ${example}}}`,
  );

/** Made when used: making schemas takes time, and most starts find no file. */
export const yoursSchema = () =>
  z.strictObject(
    {
      commands: z.optional(
        z.array(ownCommand(), 'must be a list: each begins with - name:').check(about('Own commands')),
      ),
      keys: z.optional(
        z
          .record(
            z.string(),
            z.union([key(), z.array(key(), aKey).check(z.minLength(1, aKey))], aKey),
            'must have keys by the ids of their commands: {why: Q}',
          )
          .check(about('Own keys, by the ids that the help says of the selected key')),
      ),
      panels: z.optional(
        listsBy(panelNames, '[page, referrer]').check(
          about('The panels of a dashboard, for all websites or by tag'),
        ),
      ),
      columns: z.optional(
        listsBy(columnNames, '[domain, visitors]').check(
          about('The columns of the list of websites, for all or where it shows those of a tag'),
        ),
      ),
    },
    'must have settings by their names, such as commands:',
  );

/** For editors: what the schema says of a file, as JSON Schema. */
export function yoursJsonSchema(): object {
  return { title: 'config.yaml of Sitedeck', ...z.toJSONSchema(yoursSchema(), { io: 'input' }) };
}
