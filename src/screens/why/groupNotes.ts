import type { Part } from '#components/style.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import type { ShownWhyGroup } from '#store/statistics/whyShown.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';

/** What a group counts and how well it explains, the longest wording first. */
export function groupNotes({ of, verdict, lack }: ShownWhyGroup, capabilities: Capabilities): SafeText[] {
  const counts = safeText(of === 'days' ? 'visitors' : countsOf(of, capabilities));
  if (lack === 'notReadToEnd') return [label`${counts}, not read to the end`, label`not all read`];
  if (verdict === 'explains') return [counts];
  const said = verdict === 'alike' ? label`all alike` : label`nothing stands out`;
  return [label`${counts}, ${said}`, said];
}

/** In place of rows: why there are none. */
export function groupMessage({ state, lack, changed }: ShownWhyGroup): Part | undefined {
  switch (state) {
    case 'reading':
      return { text: label`reading ...`, tone: 'dim' };
    case 'failed':
      return { text: label`It could not be read: r tries again.`, tone: 'bad' };
    case 'stopped':
      return { text: label`Not read: r reads it.`, tone: 'dim' };
    case 'read':
      if (lack === 'noEarlierRows')
        return { text: label`Cannot be compared: no or not all rows of the days before.`, tone: 'dim' };
      return changed === 0 ? { text: label`Nothing changed.`, tone: 'dim' } : undefined;
  }
}
