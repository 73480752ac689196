import { signedBars } from '#charts/signedBars.ts';
import { chartParts } from '#components/chartLines.ts';
import { change } from '#model/statistics/comparison.ts';
import { signedText } from '#model/why/whyWords.ts';
import { changePart } from '#screens/changeParts.ts';
import { websiteTitle } from '#screens/websiteTitle.ts';
import type { ChangedWebsite } from '#store/websites/mostChanged.ts';
import { isAscii } from '#terminal/charset.ts';
import { fitMiddle, fitStart } from '#terminal/fit.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import type { PaneLine } from './paneLines.ts';

const leastRows = 3;

/**
 * The websites whose visitors changed most, in so many lines: name, bar on one scale, difference and change; nothing where
 * there is no room for three.
 */
export function changedLines(
  websites: readonly ChangedWebsite[],
  width: number,
  height: number,
  shared: ReadonlySet<string>,
): PaneLine[] {
  const shown = websites.slice(0, Math.max(0, height - 2));
  if (shown.length < Math.min(leastRows, websites.length) || shown.length === 0) return [];
  const differences = shown.map(({ now, before }) => now - before);
  const texts = differences.map(by => safeText(signedText(by)));
  const changes = shown.map(({ now, before }) => changePart(change(now, before)));
  const differenceWidth = widest(texts);
  const changeWidth = widest(changes.map(({ text }) => text));
  const bar = Math.floor((width - differenceWidth - changeWidth) * 0.3);
  const bars = signedBars(differences, bar, { ascii: isAscii() });
  const room = width - bar - differenceWidth - changeWidth - 3;
  const rows = shown.map(({ website }, place): PaneLine => [
    { text: fitMiddle(websiteTitle(website, shared), room) },
    { text: label` ` },
    ...chartParts(bars[place] ?? []),
    { text: label` ` },
    { text: fitStart(texts[place] ?? label``, differenceWidth) },
    { ...changes[place], text: fitStart(changes[place]?.text ?? label``, changeWidth + 1) },
  ]);
  return [
    [],
    [
      { text: label`CHANGED MOST`, tone: 'accent', bold: true },
      { text: label`  by visitors`, tone: 'dim' },
    ],
    ...rows,
  ];
}

function widest(texts: readonly SafeText[]): number {
  return Math.max(...texts.map(text => textWidth(text)));
}
