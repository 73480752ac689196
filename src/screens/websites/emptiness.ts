import { canWrite, countsOf, whyNoField } from '#model/service/capabilities.ts';
import { parseTagSearch, tagNames } from '#model/website/tags.ts';
import { isHostName, normaliseDomain, ownName, type Website, websiteName } from '#model/website/website.ts';
import { connectStepParts } from '#screens/dialogs/connectLayout.ts';
import {
  clearSearch,
  failureMessage,
  messageOf,
  previousPage,
  type AskedKey,
  type ScreenMessage,
} from '#screens/messages.ts';
import { showsRowsOfBefore } from '#store/navigation/table.ts';
import type { State } from '#store/state.ts';
import { findByWords, nearestName } from '#text/match.ts';
import { lastResult } from '#text/memo.ts';
import { joinSafe, label, safeText, type SafeText } from '#text/safeText.ts';
import { counted, groupThousands, keyOf } from '#text/words.ts';

export function emptiness(state: State): ScreenMessage {
  const { list, search, page, attentionOnly } = state.websites;
  if (list.error !== undefined)
    return failureMessage(
      label`The websites could not be read`,
      list.error,
      state.profile,
      retryLines(state),
    );
  if (state.preparing !== undefined)
    return messageOf({
      title: label`Making the demo: ${Math.round(state.preparing * 100)}%`,
      lines: [
        state.profile.isKiosk === true
          ? label`Made-up websites with two years of statistics.`
          : label`Made-up websites with two years of statistics, kept on this machine.`,
      ],
    });
  if (list.data === undefined)
    return messageOf({ title: label`Reading the websites ...`, tone: 'dim', lines: stepLines(state) });
  if (attentionOnly && list.data.rows.length > 0) return nothingInNeed(state, list.data.rows.length);
  if (search !== '')
    return messageOf({
      title: label`No website matches "${safeText(search)}"`,
      lines: tagLines(state),
      asks: [...nearestAsks(state), ...addAsks(state), clearSearch],
    });
  if (page > 1) return messageOf({ title: label`No more websites`, asks: [previousPage] });
  return firstWebsite(state);
}

function nearestAsks(state: State): AskedKey[] {
  const website = nearestWebsite(state);
  if (website === undefined) return [];
  const name = safeText(websiteName(website), 100);
  return [{ key: 'Enter', does: label`open`, to: label`to open ${name}` }];
}

function addAsks(state: State): AskedKey[] {
  const domain = searchedDomain(state);
  const { profile, capabilities, websites } = state;
  if (domain === undefined || profile.readOnly || profile.isKiosk === true) return [];
  if (!canWrite(capabilities, 'domain')) return [];
  const to = label`to add ${safeText(domain, 100)}`;
  // In the field the letter is typed.
  return websites.searchField === undefined
    ? [{ key: keyOf('websites.add'), does: label`add`, to }]
    : [{ key: 'Tab', does: label`leave`, to: label`then a ${to}` }];
}

/** What is searched in vain, where it may be a domain. */
export function searchedDomain({ websites }: State): string | undefined {
  const domain = normaliseDomain(websites.search);
  return websites.rows.length === 0 && domain.includes('.') && isHostName(domain) ? domain : undefined;
}

const nearest = lastResult<Website | undefined>();

/** Of a search in vain, the website that is nearly called so, or has its words in another order. */
export function nearestWebsite({ websites }: State): Website | undefined {
  const { rows, search, searchField, whole, attentionOnly } = websites;
  const { text, tags } = parseTagSearch(search);
  if (rows.length > 0 || text === '' || tags.length > 0) return undefined;
  const isNewer = searchField !== undefined && searchField.value.trim() !== search;
  if (isNewer || attentionOnly || whole === undefined || showsRowsOfBefore(websites)) return undefined;
  return nearest([text, whole], () => {
    const namesOf = (website: Website) => [websiteName(website), ownName(website) ?? ''];
    const name = nearestName(text, whole.rows.flatMap(namesOf));
    if (name !== undefined) return whole.rows.find(website => namesOf(website).includes(name));
    const [first] = findByWords(whole.rows, text, website => ({ title: namesOf(website).join(' ') }));
    return first;
  });
}

/** The only website of a whole list that has what is typed in its name, before the service has searched for that. */
export function typedWebsite({ websites }: State): Website | undefined {
  const { search, searchField, whole, attentionOnly } = websites;
  const typed = searchField?.value.trim() ?? '';
  const { text, tags } = parseTagSearch(typed);
  const isSearched = typed === search && !showsRowsOfBefore(websites);
  if (isSearched || text === '' || tags.length > 0 || attentionOnly || whole?.next !== 'no') return undefined;
  const wanted = text.toLowerCase();
  const found = whole.rows.filter(website => websiteName(website).toLowerCase().includes(wanted));
  return found.length === 1 ? found[0] : undefined;
}

/** Where a tag is searched for: those there are. */
function tagLines({ websites, tags }: State): SafeText[] {
  if (parseTagSearch(websites.search).tags.length === 0) return [];
  const names = tagNames(tags.all);
  return names.length === 0
    ? [label`No website has a tag yet: ${keyOf('websites.tags')} gives the selected one some.`]
    : [label`Tags: ${safeText(names.join(', '))}.`];
}

function retryLines({ websites: { list }, retry: { seconds } }: State): SafeText[] {
  if (list.loading) return [label`Trying again ...`];
  return seconds === undefined ? [] : [label`Tries again in ${seconds.left} s.`];
}

/** The steps of connecting, of which reading the websites is the last. */
function stepLines({ profiles: { progress } }: State): SafeText[] {
  if (progress === undefined) return [];
  return [
    joinSafe(
      connectStepParts(progress).map(({ text }) => text),
      label``,
    ),
  ];
}

function firstWebsite({ profile, capabilities, logs }: State): ScreenMessage {
  const { countsLogs } = capabilities;
  const title = label`No websites yet`;
  const lookAgain: AskedKey = { key: keyOf('refresh'), does: label`look again`, to: label`to look again` };
  if (profile.isKiosk === true) return messageOf({ title, asks: [lookAgain] });
  if (profile.readOnly)
    return messageOf({
      title,
      lines: [label`This profile is read-only: add them on the service.`],
      asks: [lookAgain],
    });
  const whyNot = whyNoField(capabilities, 'domain');
  if (whyNot !== undefined) return messageOf({ title, lines: [safeText(whyNot)], asks: [lookAgain] });
  if (logs.isReading) return messageOf({ title: label`Reading your access logs ...`, tone: 'dim' });
  if (countsLogs === true && (logs.status?.sources ?? 0) > 0)
    return messageOf({
      title,
      lines: [label`The logs are followed: a host in their lines is a website once it has 20 page views.`],
      asks: [lookAgain, { key: '2', does: label`my logs`, to: label`for another log` }],
    });
  if (countsLogs === true)
    return messageOf({
      title,
      lines: [label`They come from your access logs; in the shell: sitedeck logs add DOMAIN FILE...`],
      asks: [{ key: '2', does: label`my logs`, to: label`to choose from the logs of this machine` }],
    });
  return messageOf({
    title,
    lines: [label`The service gives the code to put on the pages of each.`],
    asks: [{ key: keyOf('websites.add'), does: label`add`, to: label`to add the first one` }],
  });
}

function nothingInNeed({ overview, capabilities }: State, count: number): ScreenMessage {
  const { read, total, asks, isReading } = overview.progress;
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
    asks: [
      { key: keyOf('websites.attention'), does: label`all`, to: label`to show them all` },
      ...(asks === undefined
        ? []
        : [
            {
              key: keyOf('websites.readAll'),
              does: label`check all`,
              to: label`to check all (${safeText(counted(asks, 'requests'))})`,
            },
          ]),
    ],
  });
}
