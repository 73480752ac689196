import type { Part } from '#components/style.ts';
import { counted, groupThousands } from '#model/text/number.ts';
import { websiteTitle } from '#screens/websiteTitle.ts';
import type { AttentionList } from '#store/websites/attentionList.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';
import { attentionSentences } from './attentionSentences.ts';
import type { PaneLine } from './paneLines.ts';

/** What needs attention in sentences, in at most so many lines: as many websites as fit, and how many more there are. */
export function attentionLines(
  { websites, looked }: AttentionList,
  {
    width,
    height,
    of,
    shared,
  }: {
    readonly width: number;
    readonly height: number;
    readonly of: number;
    /** The domains that several websites have. */
    readonly shared: ReadonlySet<string>;
  },
): PaneLine[] {
  const found: Part =
    websites.length === 0
      ? { text: label`  none`, tone: 'dim' }
      : { text: label`  ${safeText(counted(websites.length, 'websites'))}`, tone: 'warn' };
  const title = [{ text: label`NEEDS ATTENTION`, tone: 'accent' as const, bold: true }, found];
  const covered = dim(coverage(looked, of));
  const blocks = websites.map(({ website, attention }): PaneLine[] => [
    [],
    [{ text: websiteTitle(website, shared), bold: true }],
    ...attentionSentences(attention).flatMap(text => sentenceLines(text, width)),
  ]);
  const room = height - 2;
  let used = 0;
  // The line that says how many more there are needs a place, too.
  const shown = blocks.filter((lines, place) => {
    used += lines.length;
    return used <= (place === blocks.length - 1 ? room : room - 2);
  });
  const more = blocks.length - shown.length;
  const rest: PaneLine[] =
    more === 0 ? [] : [[], dim(label`and ${safeText(groupThousands(more))} more: ! lists them all`)];
  return [title, covered, ...shown.flat(), ...rest].slice(0, height);
}

/** A sentence behind its mark; the lines it goes on in are indented. */
export function sentenceLines(text: SafeText, width: number): PaneLine[] {
  return wrapSafe(text, width - 2).map((line, place): PaneLine => [
    { text: place === 0 ? label`! ` : label`  `, tone: 'warn', bold: true },
    { text: line },
  ]);
}

/** "13 websites looked at", "62 of 137 websites looked at". */
function coverage(looked: number, of: number): SafeText {
  const all = safeText(counted(of, 'websites'));
  return looked >= of
    ? label`${all} looked at`
    : label`${safeText(groupThousands(looked))} of ${all} looked at`;
}

function dim(text: SafeText): PaneLine {
  return [{ text, tone: 'dim' }];
}
