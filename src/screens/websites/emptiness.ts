import type { Tone } from '#components/style.ts';
import { connectStepParts } from '#screens/connectStepParts.ts';
import { failureLines } from '#screens/emptyMessages.ts';
import type { State } from '#store/core/state.ts';
import { parseTagSearch, tagNames } from '#model/website/tags.ts';
import { counted, groupThousands } from '#model/text/number.ts';
import { joinSafe, label, safeText, type SafeText } from '#terminal/safeText.ts';

/** The message in place of rows: loading, failed, nothing found, or no website yet. */
export function emptiness(state: State): { title: SafeText; tone?: Tone; lines: readonly SafeText[] } {
  const { list, search, page, attentionOnly } = state.websites;
  if (list.error !== undefined)
    return {
      title: label`The websites could not be read`,
      tone: 'bad',
      lines: failureLines(list.error, state.profile),
    };
  if (state.preparing !== undefined)
    return {
      title: label`Making the demo: ${Math.round(state.preparing * 100)}%`,
      lines: [
        state.profile.isKiosk === true
          ? label`Made-up websites with two years of statistics.`
          : label`Made-up websites with two years of statistics, kept on this machine.`,
      ],
    };
  if (list.data === undefined)
    return { title: label`Reading the websites ...`, tone: 'dim', lines: stepLines(state) };
  if (attentionOnly && list.data.rows.length > 0) return nothingInNeed(state, list.data.rows.length);
  if (search !== '')
    return {
      title: label`No website matches "${safeText(search)}"`,
      lines: [...tagLines(state), label`Press Esc to clear the search.`],
    };
  if (page > 1) return { title: label`No more websites`, lines: [label`Press [ for the previous page.`] };
  return { title: label`No websites yet`, lines: [firstWebsite(state)] };
}

/** Where a tag is searched for: those there are. */
function tagLines({ websites, tags }: State): SafeText[] {
  if (parseTagSearch(websites.search).tags.length === 0) return [];
  const names = tagNames(tags.of);
  return names.length === 0
    ? [label`No website has a tag yet: T gives the selected one some.`]
    : [label`Tags: ${safeText(names.join(', '))}.`];
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

/** How to get a first website. */
function firstWebsite({ profile }: State): SafeText {
  if (profile.isKiosk === true) return label`Press r to look again.`;
  if (profile.kind === 'logs')
    return label`Press P and read your access logs; or, in the shell: sitedeck logs add shop.example.com access.log`;
  return profile.readOnly
    ? label`This profile is read-only: add them on the service, then press r.`
    : label`Press a to add the first one. The service then gives the code to put on its pages.`;
}

function nothingInNeed({ overview }: State, count: number) {
  const { read, of, asks, isReading } = overview.progress;
  if (isReading)
    return {
      title: label`Looking at ${safeText(groupThousands(of))} websites ...`,
      tone: 'dim' as const,
      lines: [],
    };
  const looked = overview.on ? read : count;
  return {
    title: label`None of the ${safeText(groupThousands(looked))} websites that were looked at needs attention`,
    lines: [
      ...(asks === undefined ? [] : [label`Press N to look at all: ${safeText(counted(asks, 'requests'))}.`]),
      ...(overview.on ? [] : [label`The overview is off: their visitors were not looked at.`]),
      label`Press ! to show them all.`,
    ],
  };
}
