import { offeredChoices } from '#headless/lacking.ts';
import { flagsOf, type Flag } from '#headless/options/optionTable.ts';
import type { Subcommand } from '#headless/defineSubcommand.ts';
import type { Capabilities } from '#model/service/capabilities.ts';

/** A JSON schema. */
type Schema = Readonly<Record<string, unknown>>;

interface InputSchema {
  readonly [key: string]: unknown;
  readonly type: 'object';
  readonly properties: Record<string, Schema>;
  readonly required: string[];
}

/** What a tool takes: the arguments and options of its subcommand, as far as the service has them. */
export function inputSchema(
  { arguments: taken, options }: Subcommand,
  capabilities: Capabilities,
): InputSchema {
  const properties: Record<string, Schema> = {};
  for (const argument of taken) {
    const { name, description } = argument;
    const word = { type: 'string', ...enumOf(argument, capabilities) };
    properties[propertyOf(name)] = { ...(isMany(name) ? listOf(word) : word), ...described(description) };
  }
  for (const flag of flagsOf(options)) {
    // Both forms of a switch are one property, and no is the later.
    if (Object.hasOwn(properties, flag.key)) continue;
    if (flag.whyLacking !== undefined && isLacking(flag, capabilities)) continue;
    properties[flag.key] = { ...typeOf(flag, capabilities), description: flag.description };
  }
  const required = taken.filter(({ name }) => name.startsWith('<')).map(({ name }) => propertyOf(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

/** "<SITE>" is site, "<NAME...>" names. */
export function propertyOf(argument: string): string {
  const word = argument.replace(/[^A-Z]/g, '').toLowerCase();
  return isMany(argument) ? `${word}s` : word;
}

export function isMany(argument: string): boolean {
  return argument.includes('...');
}

function typeOf(flag: Flag, capabilities: Capabilities): Schema {
  const { value, parse, repeatable } = flag;
  if (value === undefined) return { type: 'boolean' };
  const byDefault = flag.default === undefined ? {} : { default: flag.default };
  if (repeatable === true) return listOf({ type: 'string' });
  if (parse !== undefined) return { type: 'integer', ...byDefault };
  return { type: 'string', ...enumOf(flag, capabilities), ...byDefault };
}

type WithChoices = Pick<Flag, 'choices' | 'whyLacking'>;

function isLacking(flag: WithChoices, capabilities: Capabilities): boolean {
  return flag.choices === undefined
    ? flag.whyLacking?.(capabilities, '') !== undefined
    : offeredChoices(flag, capabilities).length === 0;
}

function enumOf(flag: WithChoices, capabilities: Capabilities): Schema {
  return flag.choices === undefined ? {} : { enum: offeredChoices(flag, capabilities) };
}

function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

function described(description: string | undefined): Schema {
  return description === undefined ? {} : { description };
}
