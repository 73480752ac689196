import type { Attention } from '#model/website/attention.ts';
import { formatDayShort, weekdayName } from '#model/period/day.ts';
import { counted, groupThousands } from '#model/text/number.ts';
import { safeText, type SafeText } from '#terminal/safeText.ts';

/** Why a website needs attention: one clause for each reason. */
export function attentionText(reasons: readonly Attention[]): SafeText {
  return safeText(reasons.map(reason).join('; '));
}

function reason(of: Attention): string {
  switch (of.kind) {
    case 'unusual':
      return `${counted(of.count, 'visitors')} on ${weekdayName(of.day)} ${formatDayShort(of.day)}, usually ${groupThousands(of.usual)}`;
    case 'silent':
      return `no visitors since ${formatDayShort(of.since)} (${counted(of.days, 'days')})`;
    case 'botsCounted':
      return 'public, and bots are counted';
  }
}
