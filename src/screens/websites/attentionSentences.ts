import type { Attention } from '#model/website/attention.ts';
import { attentionSentence, shortAttention as shortReason } from '#model/website/attentionWords.ts';
import { safeText, type SafeText } from '#terminal/safeText.ts';

/** The most urgent reason in a few words, for the second line of a row. */
export function shortAttention([of]: readonly Attention[]): SafeText {
  return safeText(of === undefined ? '' : shortReason(of));
}

/** Each reason as a sentence. */
export function attentionSentences(reasons: readonly Attention[]): SafeText[] {
  return reasons.map(of => safeText(attentionSentence(of)));
}
