import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { ask, cannotAsk } from '#headless/output/ask.ts';
import type { Recount } from '#server/import/recount.ts';
import { recountWords } from './importSummary.ts';

/** Asks before days are counted again. Throws a UsageError where stdin is no terminal. */
export function confirmRecount({ yes }: GlobalOptions): (recount: Recount) => Promise<boolean> {
  if (yes === true) return () => Promise.resolve(true);
  if (!process.stdin.isTTY) throw cannotAsk('count again');
  return async recount => {
    const answer = await ask(`${recountWords(recount)} Type yes to go on:`);
    return answer?.trim().toLowerCase() === 'yes';
  };
}
