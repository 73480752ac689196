import { formatDayShort, weekdayName } from '#model/period/day.ts';
import { counted, groupThousands } from '#model/text/number.ts';
import type { Attention } from './attention.ts';

/** The reason as a sentence. */
export function attentionSentence(of: Attention): string {
  switch (of.kind) {
    case 'unusual':
      return `${counted(of.count, 'visitors')} on ${weekdayName(of.day)} ${formatDayShort(of.day)}, where ${groupThousands(of.usual)} are usual.`;
    case 'silent':
      return `No visitors since ${formatDayShort(of.since)}: ${counted(of.days, 'days')} without any.`;
    case 'botsCounted':
      return 'Its statistics are public, and bots are counted.';
  }
}

/** The reason in a few words. */
export function shortAttention(of: Attention): string {
  switch (of.kind) {
    case 'unusual':
      return `${groupThousands(of.count)} on ${weekdayName(of.day).slice(0, 3)}, usually ${groupThousands(of.usual)}`;
    case 'silent':
      return `no visitors since ${formatDayShort(of.since)}`;
    case 'botsCounted':
      return 'public, bots counted';
  }
}

/** The most urgent kind first. */
export const attentionUrgency: readonly Attention['kind'][] = ['silent', 'unusual', 'botsCounted'];
