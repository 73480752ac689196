import type { ChartRow } from '#charts/canvas.ts';
import { barRows, changePart, dim, heading, type Part } from '#components/parts.ts';
import { change } from '#model/comparison/change.ts';
import { type Counted, countsOf } from '#model/service/capabilities.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { notableSentence } from '#model/website/attention.ts';
import type { Website } from '#model/website/website.ts';
import { signedText } from '#model/why/sentence.ts';
import { messageOf, type ScreenMessage } from '#screens/messages.ts';
import { websiteTitle } from '#screens/words.ts';
import type { AttentionList, ChangedWebsite, NotableWebsite } from '#store/queries/overview.ts';
import type { State } from '#store/state.ts';
import { wrapSafe } from '#text/fit.ts';
import { label, safeText, type SafeText, sliceSafe } from '#text/safeText.ts';
import { counted, groupThousands, keyOf } from '#text/words.ts';
import { attentionSentences } from './cells.ts';

/** What needs attention in sentences, in at most so many lines: as many websites as fit, and how many more there are. */
export function attentionLines(
  { websites, looked }: AttentionList,
  {
    width,
    height,
    total,
    shared,
  }: {
    readonly width: number;
    readonly height: number;
    readonly total: number;
    readonly shared: ReadonlySet<string>;
  },
): ChartRow[] {
  const found: Part =
    websites.length === 0
      ? dim(label`  none`)
      : { text: label`  ${safeText(counted(websites.length, 'websites'))}`, tone: 'warn' };
  const title = [...heading(label`NEEDS ATTENTION`), found];
  const covered = [dim(coverage(looked, total))];
  const blocks = websites.map(({ website, attention }): ChartRow[] => [
    [],
    [{ text: websiteTitle(website, shared), bold: true }],
    ...attentionSentences(attention).flatMap(text => sentenceLines(text, width)),
  ]);
  const room = height - 2;
  let used = 0;
  // The line that says how many more there are needs a place, too.
  const shown = blocks.filter((lines, index) => {
    used += lines.length;
    return used <= (index === blocks.length - 1 ? room : room - 2);
  });
  const more = blocks.length - shown.length;
  const rest: ChartRow[] =
    more === 0
      ? []
      : [
          [],
          [
            dim(
              label`and ${safeText(groupThousands(more))} more: ${keyOf('websites.attention')} lists them all`,
            ),
          ],
        ];
  return [title, covered, ...shown.flat(), ...rest].slice(0, height);
}

export function sentenceLines(text: SafeText, width: number): ChartRow[] {
  return wrapSafe(text, width - 2).map((line, index): ChartRow => [
    { text: index === 0 ? label`! ` : label`  `, tone: 'warn', bold: true },
    { text: line },
  ]);
}

function coverage(looked: number, total: number): SafeText {
  const all = safeText(counted(total, 'websites'));
  return looked >= total
    ? label`${all} checked`
    : label`${safeText(groupThousands(looked))} of ${all} checked`;
}

/** Of the lines for what is worth a look. */
const mostLines = 11;

/** What else the days show, in sentences, as many whole ones as there is room for. @param notedOn what was noted on a day */
export function notableLines(
  websites: readonly NotableWebsite[],
  look: {
    readonly width: number;
    readonly height: number;
    readonly shared: ReadonlySet<string>;
    readonly counts: Counted;
  },
  notedOn: (website: Website, day: Day) => string | undefined,
): ChartRow[] {
  const { width, height, shared, counts } = look;
  const room = Math.min(height, mostLines) - 2;
  const lines: ChartRow[] = [];
  for (const { website, notable } of websites) {
    const name = websiteTitle(website, shared);
    const noted = notable.kind === 'high' ? notedOn(website, notable.day) : undefined;
    const wrapped = wrapSafe(label`${name} ${safeText(notableSentence(notable, counts, noted))}`, width - 2);
    if (lines.length + wrapped.length > room) break;
    lines.push(
      ...wrapped.map((text, index): ChartRow => {
        const isNamed = index === 0 && text.startsWith(name);
        return isNamed
          ? [{ text: name, bold: true }, { text: sliceSafe(text, name.length) }]
          : [{ text: label`${index === 0 ? label`` : label`  `}${text}` }];
      }),
    );
  }
  return lines.length === 0 ? [] : [[], heading(label`WORTH A LOOK`), ...lines];
}

const minRows = 2;

/**
 * The websites whose visitors changed most, in so many lines: name, bar behind it on one scale, difference and change; nothing where
 * there is no room for two.
 */
export function changedLines(
  websites: readonly ChangedWebsite[],
  width: number,
  height: number,
  shared: ReadonlySet<string>,
  counts: Counted,
): ChartRow[] {
  const shown = websites.slice(0, Math.max(0, height - 2));
  if (shown.length < Math.min(minRows, websites.length) || shown.length === 0) return [];
  const cells = shown.map(({ website, now, before }) => {
    const part = changePart(change(now, before));
    const tone = part.tone === 'dim' ? part.tone : undefined;
    return {
      label: { text: websiteTitle(website, shared) },
      value: now - before,
      numbers: [{ text: safeText(signedText(now - before)), tone }, part],
    };
  });
  return [[], heading(label`CHANGED MOST`, safeText(`by ${counts}`)), ...barRows(cells, { width }).flat()];
}

/** In place of the websites that need attention, where none does. */
export function nothingInNeed({ overview, capabilities }: State, count: number): ScreenMessage {
  const { read, total, requests, isReading } = overview.progress;
  if (isReading)
    return messageOf({
      title: label`Checking ${safeText(groupThousands(total))} websites ...`,
      tone: 'dim',
    });
  const looked = overview.on ? read : count;
  return messageOf({
    title: label`None of the ${safeText(groupThousands(looked))} websites that were checked needs attention`,
    lines: overview.on
      ? []
      : [safeText(`The overview is off: their ${countsOf('visitors', capabilities)} were not checked.`)],
    keyHints: [
      { key: keyOf('websites.attention'), action: label`all`, to: label`to show them all` },
      ...(requests === undefined
        ? []
        : [
            {
              key: keyOf('websites.readAll'),
              action: label`check all`,
              to: label`to check all (${safeText(counted(requests, 'requests'))})`,
            },
          ]),
    ],
  });
}
