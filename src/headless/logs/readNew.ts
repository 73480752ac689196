import { codeOf, onInterrupt } from '#headless/interrupt.ts';
import { progress } from '#headless/output/stderr.ts';
import { counted } from '#model/text/number.ts';
import { type Update, updateLogs } from '#server/import/follow/followLogs.ts';
import { safeText } from '#terminal/safeText.ts';
import type { SourcesRun } from './withSources.ts';

/** Reads what is new of the sources; ^C ends it, and what was stored stays. Rejects with ImportError. */
export async function readNew(
  { file, profile }: SourcesRun,
  { only }: { readonly only?: number | undefined } = {},
): Promise<Update> {
  const controller = new AbortController();
  const stop = onInterrupt(signal => {
    process.exitCode = codeOf(signal);
    controller.abort();
  });
  try {
    return await updateLogs({
      file,
      timeZone: profile.timeZone,
      name: 'sitedeck logs update',
      only,
      onProgress: ({ lines, file: path }) =>
        progress.show(`${counted(lines, 'lines')}${path === undefined ? '' : `, ${safeText(path, 200)}`}`),
      signal: controller.signal,
    });
  } finally {
    stop();
    progress.clear();
  }
}
