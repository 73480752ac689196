import { formatDay, parseDay, formatDayShort, weekdayName } from '#model/period/day.ts';
import type { Attention } from '#model/website/attention.ts';
import { ownName, type Website } from '#model/website/website.ts';
import type { Part } from '#components/style.ts';
import { joinSafe, label, safeText, type SafeText } from '#terminal/safeText.ts';
import { websiteTitle } from '#screens/websiteTitle.ts';
import type { NumberColumn, WebsiteColumn } from '#store/websites/websiteColumns.ts';
import { textWidth } from '#terminal/width.ts';
import { counted, groupThousands } from '#model/text/number.ts';

/** Its name is among the facts. */
const noneShared: ReadonlySet<string> = new Set();
const unknown: Part = { text: label`-`, tone: 'dim' };

/**
 * The cells of a website. A dash where the service does not return the field.
 * @param shared the domains that are not enough to tell it from others
 */
export function websiteCells(
  website: Website,
  tags: readonly string[],
  shared: ReadonlySet<string>,
): Readonly<Record<Exclude<WebsiteColumn, NumberColumn>, Part>> {
  const { privacy, excludeBots, email } = website;
  return {
    domain: { text: websiteTitle(website, shared) },
    name: { text: safeText(ownName(website) ?? ''), tone: 'dim' },
    tags: { text: safeText(tags.join(' ')), tone: 'dim' },
    privacy:
      privacy === undefined
        ? unknown
        : { text: safeText(privacy), tone: privacy === 'private' ? 'dim' : 'plain' },
    bots:
      excludeBots === undefined
        ? unknown
        : excludeBots
          ? { text: label`excluded`, tone: 'dim' }
          : { text: label`counted` },
    email:
      email === undefined ? unknown : email ? { text: label`reports` } : { text: label`none`, tone: 'dim' },
    created: { text: createdText(website) ?? label`-`, tone: 'dim' },
    id: { text: safeText(website.id), tone: 'dim' },
  };
}

/** "3 Mar 2025", where the service says when the website was added. */
function createdText({ createdAt }: Website): SafeText | undefined {
  const day = createdAt === undefined ? undefined : parseDay(createdAt.slice(0, 10));
  return day === undefined ? undefined : safeText(formatDay(day));
}

/** What is worth to be said of a website, and as many of its settings as are whole in so many columns. */
export function websiteDetail(
  website: Website,
  reasons: readonly Attention[],
  tags: readonly string[],
  columns: number,
): SafeText {
  const title = joinSafe(
    [websiteTitle(website, noneShared), ...(reasons.length === 0 ? [] : [attentionText(reasons)])],
    label`   `,
  );
  const facts = [...(tags.length === 0 ? [] : [tagsText(tags)]), ...settingsOf(website)];
  for (let count = facts.length; count > 0; count--) {
    const whole = label`${title}   ${joinFacts(facts.slice(0, count))}`;
    if (textWidth(whole) <= columns) return whole;
  }
  return title;
}

/** "tagged client-a, shop". */
export function tagsText(tags: readonly string[]): SafeText {
  return safeText(`tagged ${tags.join(', ')}`);
}

function settingsOf(website: Website): SafeText[] {
  const created = createdText(website);
  return [
    ...calledText(website),
    `id ${website.id}`,
    ...(created === undefined ? [] : [`added ${created}`]),
    ...(website.excludeBots === undefined ? [] : [website.excludeBots ? 'bots excluded' : 'bots counted']),
    ...(website.email === undefined ? [] : [website.email ? 'email reports' : 'no email reports']),
    ...countOf(website.excludeParams, 'parameter'),
    ...countOf(website.excludeIps, 'address'),
  ].map(fact => safeText(fact));
}

/** "called The shop", where it is not called by its domain. */
function calledText(website: Website): string[] {
  const name = ownName(website);
  return name === undefined ? [] : [`called ${name}`];
}

/** "added 3 Mar 2025". */
export function addedLine(website: Website): Part {
  const created = createdText(website);
  return {
    text: created === undefined ? label`id ${safeText(website.id)}` : label`added ${created}`,
    tone: 'dim',
  };
}

/** The settings of a website, and which one it is, in two lines. */
export function settingsLines(website: Website): SafeText[] {
  const { privacy, excludeBots, email, excludeParams, excludeIps } = website;
  const created = createdText(website);
  return [
    joinFacts([
      ...(privacy === undefined ? [] : [safeText(privacy)]),
      ...(excludeBots === undefined ? [] : [excludeBots ? label`bots excluded` : label`bots counted`]),
      ...(email === undefined ? [] : [email ? label`email reports` : label`no email reports`]),
    ]),
    joinFacts([
      ...calledText(website).map(text => safeText(text)),
      label`id ${safeText(website.id)}`,
      ...(created === undefined ? [] : [label`added ${created}`]),
      ...[...countOf(excludeParams, 'parameter'), ...countOf(excludeIps, 'address')].map(text =>
        safeText(text),
      ),
    ]),
  ];
}

function joinFacts(facts: readonly SafeText[]): SafeText {
  return joinSafe(facts, label`, `);
}

function countOf(lines: string | undefined, noun: string): string[] {
  const count = lines?.split(/[\n,]/).filter(line => line.trim() !== '').length ?? 0;
  if (count === 0) return [];
  return [`${count} ${noun}${count === 1 ? '' : noun.endsWith('s') ? 'es' : 's'} excluded`];
}

/** Why a website needs attention: one clause for each reason. */
function attentionText(reasons: readonly Attention[]): SafeText {
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
