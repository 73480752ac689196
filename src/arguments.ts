import { parseArgs } from 'node:util';
import { safeText } from '#terminal/safeText.ts';

export interface Options {
  readonly ascii: boolean;
  readonly noColor: boolean;
  readonly readOnly: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

export const usage = `Usage: sitedeck [options]

Website analytics in your terminal: the websites a service tracks, and their statistics.

  --read-only   take add, edit and delete away
  --no-color    no colours (as NO_COLOR=1)
  --ascii       plain ASCII lines and charts
  --help        this text
  --version     the version

Environment:
  SITEDECK_URL, SITEDECK_API_KEY   the service to connect to; without them the demo opens
`;

/** Reads the command line. The error is one line that says what to do. */
export function parseArguments(args: readonly string[]): { options: Options } | { error: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      strict: true,
      options: {
        ascii: { type: 'boolean', default: false },
        'no-color': { type: 'boolean', default: false },
        'read-only': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'V', default: false },
      },
    });
    const { ascii, help, version } = values;
    return { options: { ascii, help, version, noColor: values['no-color'], readOnly: values['read-only'] } };
  } catch (error) {
    const words = error instanceof Error ? error.message.split('\n')[0] : error;
    return { error: `${safeText(words, 200)} See sitedeck --help.` };
  }
}
