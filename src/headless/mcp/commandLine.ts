import { UsageError } from '#connection/errors.ts';
import type { Subcommand } from '#headless/defineSubcommand.ts';
import { flagsOf } from '#headless/options/optionTable.ts';
import { safeText } from '#terminal/safeText.ts';
import { isMany, propertyOf } from './toolSchema.ts';

/** The command line of what an agent gives a tool, which the parser of the shell then checks. Throws a UsageError. */
export function commandLine(
  { arguments: taken, options }: Subcommand,
  given: Readonly<Record<string, unknown>>,
): string[] {
  const flags = flagsOf(options);
  const words = new Map(taken.map(({ name }) => [propertyOf(name), name]));
  const typed = Object.entries(given).flatMap(([key, value]): string[] => {
    if (words.has(key) || value === undefined || value === null) return [];
    const [flag, off = flag] = flags.filter(each => each.key === key);
    if (flag === undefined || off === undefined) {
      const known = [...words.keys(), ...new Set(flags.map(each => each.key))].join(', ');
      throw new UsageError(`There is no "${safeText(key, 60)}" here: give ${known}.`);
    }
    if (flag.value === undefined) return switchOf(key, value, flag.long, off.long);
    const values = flag.repeatable === true ? textsOf(key, value) : [textOf(key, value)];
    if (values.length === 0) throw new UsageError(`${key} is an empty list: give [""] for none.`);
    return values.map(text => `${flag.long}=${text}`);
  });
  const named = taken.flatMap(({ name }): string[] => {
    const key = propertyOf(name);
    const value = given[key];
    if (value === undefined || value === null) return [];
    return isMany(name) ? textsOf(key, value) : [textOf(key, value)];
  });
  return [...typed, '--', ...named];
}

function switchOf(key: string, value: unknown, on: string, off: string): string[] {
  if (typeof value !== 'boolean') throw new UsageError(`${key} is true or false.`);
  if (value) return on.startsWith('--no-') ? [] : [on];
  return off.startsWith('--no-') ? [off] : [];
}

function textsOf(key: string, value: unknown): string[] {
  return Array.isArray(value) ? value.map((each: unknown) => textOf(key, each)) : [textOf(key, value)];
}

function textOf(key: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new UsageError(`${safeText(key, 60)} is a text or a number.`);
}
