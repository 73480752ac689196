import { InterruptedError } from '#connection/errors.ts';
import { codeOf, type EndingSignal, onInterrupt } from '#headless/interrupt.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { progress } from '#headless/output/stderr.ts';
import { counted } from '#model/text/number.ts';
import { type Update, updateLogs } from '#server/import/follow/followLogs.ts';
import { safeText } from '#terminal/safeText.ts';
import type { SourcesRun } from './withSources.ts';

/** Reads what is new of the sources; ^C ends it, and what was stored stays. Rejects with ImportError, or InterruptedError. */
export async function readNew(
  { file, profile }: Pick<SourcesRun, 'file'> & { readonly profile: Pick<SourcesRun['profile'], 'timeZone'> },
  { debug }: Pick<GlobalOptions, 'debug'>,
  only?: number,
): Promise<Update> {
  const controller = new AbortController();
  let ended: EndingSignal | undefined;
  const stop = onInterrupt(signal => {
    ended = signal;
    controller.abort();
  });
  try {
    return await updateLogs({
      file,
      timeZone: profile.timeZone,
      name: 'sitedeck logs update',
      only,
      quotesLines: debug !== undefined,
      onProgress: ({ lines, file: path }) =>
        progress.show(`${counted(lines, 'lines')}${path === undefined ? '' : `, ${safeText(path, 200)}`}`),
      signal: controller.signal,
    });
  } catch (error) {
    if (ended === undefined || !(error instanceof Error)) throw error;
    throw new InterruptedError(error.message, codeOf(ended));
  } finally {
    stop();
    progress.clear();
  }
}
