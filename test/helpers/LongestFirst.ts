import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, most of it waiting for programs: the files, then the folders. */
const long = [
  // Half a minute of waiting.
  'cli/overview',
  'package/deb',
  'e2e/terminal/redraw',
  'e2e/terminal/journeys',
  'e2e/terminal/budgets',
  'logs/interruption',
  'cli/endlessPages',
  'server/demoLife',
  'e2e/terminal/injection',
  'docs/readme',
  'pictures/',
  'cli/followServers',
  'fuzz/cli',
  'house/guides',
  'cli/mcp',
  'docs/commands',
  'logs/classify/twoThreads',
  'logs/followRaces',
  'ssh/',
  'e2e/terminal/',
  'package/',
  'cli/',
  'why/',
  'loader/',
  'terminal/session',
  'logs/',
  'server/demo',
  'e2e/',
];

/** Has no worker end alone with a long file. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = long.findIndex(part => moduleId.includes(`/test/${part}`));
  return place < 0 ? long.length : place;
}
