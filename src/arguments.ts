import { parseArgs } from 'node:util';
import { safeText } from '#terminal/safeText.ts';

export interface Options {
  readonly ascii: boolean;
  readonly noColor: boolean;
  readonly readOnly: boolean;
  readonly profile?: string | undefined;
  readonly url?: string | undefined;
  readonly debug?: string | undefined;
  /** A domain or an id: the website to open at. */
  readonly site?: string | undefined;
}

/** What the command line asks for. The application is told from a command without loading what reads commands. */
export type Start =
  | { readonly kind: 'version' }
  | { readonly kind: 'command' }
  | { readonly kind: 'application'; readonly options: Options }
  | { readonly kind: 'error'; readonly error: string };

const commandNames: readonly string[] = [
  'websites',
  'stats',
  'report',
  'watch',
  'import',
  'serve',
  'profile',
  'completion',
  'complete-words',
  'help',
];

const options = {
  ascii: { type: 'boolean', default: false },
  'no-color': { type: 'boolean', default: false },
  'read-only': { type: 'boolean', default: false },
  profile: { type: 'string' },
  url: { type: 'string' },
  debug: { type: 'string' },
  // Of commands only; known here so that the word after --format is not taken for a command.
  format: { type: 'string' },
  json: { type: 'boolean', default: false },
  yes: { type: 'boolean', short: 'y', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'V', default: false },
} as const;

/** Reads the command line as far as it starts the application. The error is one line that says what to do. */
export function readStart(args: readonly string[]): Start {
  const loose = parseArgs({ args: [...args], options, strict: false, allowPositionals: true });
  const [first] = loose.positionals;
  if (first !== undefined && commandNames.includes(first)) return { kind: 'command' };
  if (loose.values.version === true) return { kind: 'version' };
  if (loose.values.help === true) return { kind: 'command' };
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      strict: true,
      allowPositionals: true,
    });
    const [site, extra] = positionals;
    if (extra !== undefined) return wrong(`"${safeText(extra, 60)}" is one argument too many.`);
    if (values.json || values.yes || values.format !== undefined)
      return wrong('--json, --format and --yes go with a command, such as sitedeck websites list.');
    if (site !== undefined && !couldBeSite(site))
      return wrong(`"${safeText(site, 60)}" is neither a command nor the domain of a website.`);
    const { ascii, profile, url, debug } = values;
    const application = { ascii, profile, url, debug, site };
    return {
      kind: 'application',
      options: { ...application, noColor: values['no-color'], readOnly: values['read-only'] },
    };
  } catch (error) {
    const words = error instanceof Error ? error.message.split(/[\n.] /)[0] : error;
    return wrong(`${safeText(words, 200).replace(/\.$/, '')}.`);
  }
}

/** A mistyped command must not open the application: a word without a dot or a digit is no website. */
function couldBeSite(text: string): boolean {
  return /[.\d]/.test(text) || text.toLowerCase() === 'localhost';
}

function wrong(line: string): Start {
  return { kind: 'error', error: `${line} See sitedeck --help.` };
}
