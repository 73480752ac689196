import type { Day } from '#model/statistics/statistics.ts';
import { overviewTable, overviewView } from '#cli/numbers/overview.ts';
import { needingAttention, type Overview, type OverviewRow, sortOverview } from '#queries/overview.ts';
import {
  type ChangeTone,
  changeTone,
  formatChange,
  missingDaysOf,
  missingDaysText,
  noDataText,
} from '#model/comparison/change.ts';
import { type DataTable, markdownCell, markdownHeading, toMarkdown } from '#model/export/dataTable.ts';
import { statisticTable } from '#model/export/statisticTables.ts';
import {
  hoursSoFarWords,
  comparisonWords,
  describePeriod,
  formatDayShort,
  noUsualDayWords,
} from '#model/period/format.ts';
import { withinText } from '#model/service/filterText.ts';
import { countsOf, countsVisits, statisticTitle, zoneWords } from '#model/service/capabilities.ts';
import { sessionMeasureInfo, sessionMeasureText } from '#model/statistics/sessions.ts';
import { type ComparedCounts, summaryChange } from '#model/statistics/summary.ts';
import { goalSentence } from '#model/website/goal.ts';
import { type Note, noteLine, type Notes } from '#model/website/notes.ts';
import { attentionSentence } from '#model/website/attention.ts';
import { togetherSentence } from '#model/website/sharedMove.ts';
import { distinctName, sharedDomains, type Website, websiteName } from '#model/website/website.ts';
import type { Quoted } from '#model/why/sentence.ts';
import { capitalised, groupThousands, ratioText } from '#text/words.ts';
import { type ShownSessions, shownSessionMeasure } from '#queries/days/sessions.ts';
import { hoursPanel, type Report } from '#queries/report.ts';
import { changeSentences } from '#queries/why.ts';

/** A website that moved, and why in sentences; `quoted` writes values from the service. */
export interface Moved {
  readonly website: Website;
  readonly leftOut: readonly string[];
  sentences(quoted?: Quoted): string[];
}

export interface AllReport {
  readonly title: string;
  readonly overview: Overview;
  readonly moved: readonly Moved[];
  readonly timeZone: string;
  readonly today: Day;
  /** What was noted of its days, about any of its websites. */
  readonly notes: Notes;
  /** The pages of the service for websites, by their ids, where it has any. */
  readonly pages: ReadonlyMap<string, string>;
}

/** A part of a report: sentences, then a table with what is to be known of it. All its text may be foreign. */
export interface ReportSection {
  /** Undefined for what stands below the title of the report. */
  readonly title?: string | undefined;
  readonly sentences: readonly string[];
  readonly table?: DataTable | undefined;
}

/** Why the visitors changed, in sentences; none where they are compared with nothing. */
export function explanation({ why, capabilities, where }: Report, quoted?: Quoted): string[] {
  return changeSentences(why, capabilities, where, quoted);
}

export function reportTitle({
  website,
  period,
  where,
}: Pick<Report, 'website' | 'period' | 'where'>): string {
  return `${websiteName(website)}${withinText(where)}, ${describePeriod(period)}`;
}

/** Text from the service is written for Markdown. */
export function reportSections(report: Report): ReportSection[] {
  const { attention, capabilities, website, period, timeZone, panels } = report;
  const hasChanges = report.compared !== undefined || report.hoursSoFar !== undefined;
  const measures: DataTable = {
    title: '',
    about: {
      time_zone: timeZone,
      counted_in: capabilities.countsIn,
      [countsOf('visitors', capabilities)]: visitorsNoteOf(report),
      changes: againstWords(report),
      noted: notedWords(report),
      left_out: report.leftOut.join(' ') || undefined,
    },
    columns: [
      { key: 'measure', title: 'Measure' },
      { key: 'value', title: 'Value' },
      ...(hasChanges ? [{ key: 'change', title: 'Change' }] : []),
    ],
    rows: measuresOf(report).map(({ title, value, change: changed }) =>
      hasChanges ? [title, value, changed] : [title, value],
    ),
  };
  const paragraph = explanation(report, markdownCell).join(' ');
  const sentences = [
    attention.map(each => attentionSentence(each, markdownCell)).join(' '),
    paragraph,
    goalWordsOf(report, markdownCell).join(' '),
  ].filter(words => words !== '');
  const hours = hoursPanel(report);
  return [
    { sentences, table: measures },
    ...[...(hours === undefined ? [] : [hours]), ...panels].map(({ rows, ...panel }) => {
      const context = { capabilities, website, period, timeZone };
      const table = statisticTable(context, { ...panel, entries: rows });
      return {
        title: statisticTitle(panel.name, capabilities),
        sentences: [],
        table: { ...table, about: { share_of: table.about['share_of'] } },
      };
    }),
  ];
}

/** Sentences about a website, or about several. Foreign text. */
export interface AllSentences {
  readonly website?: Website;
  readonly words: string;
}

/** What needs attention, the most urgent first, how far goals are, and why those changed that moved most. */
export function allSentences({ overview, moved }: Pick<AllReport, 'overview' | 'moved'>, quoted?: Quoted) {
  const { together } = overview;
  const rows = sortOverview(overview.rows, 'visitors', false);
  const attention: AllSentences[] = needingAttention(rows).map(({ website, attention }) => ({
    website,
    words: attention.map(reason => attentionSentence(reason, quoted)).join(' '),
  }));
  return {
    attention: together === undefined ? attention : [{ words: togetherSentence(together) }, ...attention],
    goals: rows.flatMap(row => goalWordsOf(row, quoted).map(words => ({ website: row.website, words }))),
    moved: moved.map(({ website, sentences }) => ({ website, words: sentences(quoted).join(' ') })),
  };
}

/** The same, with a line for each website. */
export function allSections(
  { overview, moved, notes, timeZone, today }: Omit<AllReport, 'title' | 'pages'>,
  quoted: Quoted = text => text,
): ReportSection[] {
  const rows = sortOverview(overview.rows, 'visitors', false);
  const { countsIn } = overview.capabilities;
  const table = overviewTable(rows, overview, timeZone);
  const shared = sharedDomains(rows.map(({ website }) => website));
  const lineOf = ({ website, words }: AllSentences) =>
    website === undefined ? words : `${quoted(distinctName(website, shared))}: ${words}`;
  const { attention, goals, moved: whys } = allSentences({ overview, moved }, quoted);
  const section = (title: string, sentences: readonly string[]) =>
    sentences.length === 0 ? [] : [{ title, sentences }];
  const at = table.columns.findIndex(({ key }) => key === 'attention');
  return [
    {
      title: 'Attention',
      sentences: attention.length === 0 ? ['No website needs attention.'] : attention.map(lineOf),
    },
    {
      title: 'Websites',
      sentences: [
        `${String(overviewView(rows, { ...overview, together: undefined }).after)}.`,
        ...(countsIn === undefined ? [] : [`${capitalised(zoneWords(timeZone, { countsIn }))}.`]),
      ],
      table: {
        ...table,
        about: {},
        columns: table.columns.toSpliced(at, 1),
        rows: table.rows.map(cells => cells.toSpliced(at, 1)),
      },
    },
    ...section(
      'Noted',
      notes.map(note => `${quoted(noteOfLine(note, today))}.`),
    ),
    ...section('Goals', goals.map(lineOf)),
    ...section('What moved most', [...whys.map(lineOf), ...leftOutOf(moved).map(quoted)]),
  ];
}

/** A Markdown document of sections, whose text from the service is written for Markdown. */
export function markdownPage(title: string, sections: readonly ReportSection[]): string {
  const parts = sections.flatMap(section => [
    ...(section.title === undefined ? [] : [`## ${section.title}`]),
    ...section.sentences,
    // Without a heading of its own.
    ...(section.table === undefined
      ? []
      : [
          toMarkdown(section.table)
            .replace(/^#.*\n\n/, '')
            .trimEnd(),
        ]),
  ]);
  return `${[markdownHeading(title), ...parts].join('\n\n')}\n`;
}

/** Why statistics are left out of all of them, a sentence each. */
export function leftOutOf(moved: readonly Moved[]): string[] {
  return [...new Set(moved.flatMap(({ leftOut }) => leftOut))];
}

export interface Measure {
  readonly title: string;
  readonly value: string;
  /** The change against the earlier period, "+12%"; empty for none. */
  readonly change: string;
  /** Left out where there is none. */
  readonly tone?: ChangeTone;
}

export function measuresOf(report: Report): Measure[] {
  const { capabilities, period, today, visitors, pageviews, sessions } = report;
  const { best } = visitors;
  const bestDay = best ? `${groupThousands(best.count)} on ${formatDayShort(best.day)}` : '-';
  // They would be the same number, and one.
  const ofPageViews = countsVisits(capabilities)
    ? []
    : [
        {
          title: 'Page views',
          value: groupThousands(pageviews.total),
          change: pageviews.total === undefined ? '' : changeOf(pageviews),
          tone: changeTone(summaryChange(pageviews)),
        },
        ...(sessions === undefined
          ? [
              {
                title: 'Views per visitor',
                value: ratioText(pageviews.total ?? 0, visitors.total ?? 0) || '-',
                change: '',
              },
            ]
          : []),
      ];
  return [
    {
      title: statisticTitle('visitors', capabilities),
      value: groupThousands(visitors.total),
      change: visitors.total === undefined ? '' : changeOf(visitors),
      tone: changeTone(summaryChange(visitors)),
    },
    ...ofPageViews,
    ...(sessions === undefined ? [] : sessionsMeasures(sessions)),
    ...(period.from === period.to ? [] : [{ title: 'Best day', value: bestDay, change: '' }]),
    ...(visitors.today === undefined || period.from === today
      ? []
      : [{ title: 'Today so far', value: groupThousands(visitors.today), change: '' }]),
  ];
}

function sessionsMeasures(sessions: ShownSessions): Measure[] {
  return (['pages_per_visit', 'bounce_rate', 'visit_seconds'] as const).map(name => {
    const { value, change } = shownSessionMeasure(name, sessions);
    const from = sessions.from === undefined ? '' : ` from ${formatDayShort(sessions.from)}`;
    return {
      title: `${sessionMeasureInfo[name].title}${from}`,
      value: sessionMeasureText(name, value),
      change: value === undefined ? '' : formatChange(change),
      tone: changeTone(change),
    };
  });
}

/** What the changes are against; undefined where there are none. */
function againstWords({ compared, hoursSoFar, visitors }: Report): string | undefined {
  const missingDays = missingDaysOf(visitors.covered);
  if (missingDays !== undefined) return missingDaysText(missingDays);
  if (compared !== undefined) return comparisonWords(compared);
  return hoursSoFar && hoursSoFarWords(hoursSoFar.hours, hoursSoFar.compared);
}

/** The same as a sentence, or why there are none; undefined where nothing is compared by choice. */
export function changesNote(report: Report): string | undefined {
  const { usual, usualOf } = report.days;
  const { visitors, period, today } = report;
  const missingDays = missingDaysOf(visitors.covered);
  if (visitors.total === undefined && missingDays?.isUnknown !== true)
    return `${capitalised(noDataText(period, today))}.`;
  const against = againstWords(report);
  if (missingDays !== undefined) return against && `${capitalised(against)}.`;
  if (against !== undefined) return `Changes ${against}.`;
  return usual === 'none' && usualOf !== undefined ? `Not compared: ${noUsualDayWords(usualOf)}.` : undefined;
}

/** "Noted: Fri 6 Nov 09:00 newsletter 14."; undefined where nothing was. Foreign text. */
export function notedWords(
  { notes, today }: Pick<Report, 'notes' | 'today'>,
  lineOf: (note: Note, today: Day) => string = noteLine,
) {
  return notes.length === 0 ? undefined : `Noted: ${notes.map(note => lineOf(note, today)).join('; ')}.`;
}

/** "Fri 6 Nov 09:00 newsletter 14 (shop.example.com)", where it is not about all websites. Foreign text. */
export function noteOfLine(note: Note, today: Day): string {
  const { scope } = note;
  if (scope.kind === 'all') return noteLine(note, today);
  return `${noteLine(note, today)} (${scope.kind === 'tag' ? `tag ${scope.tag}` : scope.domain || scope.id})`;
}

/** How far each goal is, a sentence each, but for those that need attention, whose sentence says it. Foreign text. */
export function goalWordsOf({ goals = [] }: Pick<OverviewRow, 'goals'>, quoted?: Quoted): string[] {
  return goals.filter(({ state }) => state !== 'missed').map(standing => goalSentence(standing, quoted));
}

/** The same as a sentence: "Visitors: the sum of the days." */
export function visitorsSentence(report: Report): string | undefined {
  const note = visitorsNoteOf(report);
  return note && `${statisticTitle('visitors', report.capabilities)}: ${note}.`;
}

/** How the visitors of several days are counted; undefined for one day. */
function visitorsNoteOf({ capabilities, period }: Report): string | undefined {
  return period.from === period.to ? undefined : capabilities.visitors.note;
}

export function changeOf(numbers: ComparedCounts | undefined): string {
  return formatChange(summaryChange(numbers));
}
