import type { Attention } from '#model/website/attention.ts';
import { formatDayShort, weekdayName } from '#model/period/day.ts';
import { counted, groupThousands } from '#model/text/number.ts';
import { safeText, type SafeText } from '#terminal/safeText.ts';

/** The most urgent reason in a few words, for the second line of a row. */
export function shortAttention([of]: readonly Attention[]): SafeText {
  return safeText(of === undefined ? '' : shortReason(of));
}

/** Each reason as a sentence. */
export function attentionSentences(reasons: readonly Attention[]): SafeText[] {
  return reasons.map(of => safeText(sentence(of)));
}

function sentence(of: Attention): string {
  switch (of.kind) {
    case 'unusual':
      return `${counted(of.count, 'visitors')} on ${weekdayName(of.day)} ${formatDayShort(of.day)}, where ${groupThousands(of.usual)} are usual.`;
    case 'silent':
      return `No visitors since ${formatDayShort(of.since)}: ${counted(of.days, 'days')} without any.`;
    case 'botsCounted':
      return 'Its statistics are public, and bots are counted.';
  }
}

function shortReason(of: Attention): string {
  switch (of.kind) {
    case 'unusual':
      return `${groupThousands(of.count)} on ${weekdayName(of.day).slice(0, 3)}, usually ${groupThousands(of.usual)}`;
    case 'silent':
      return `no visitors since ${formatDayShort(of.since)}`;
    case 'botsCounted':
      return 'public, bots counted';
  }
}
