import type { Command } from '#commands/command.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { boxColumns } from '#screens/layout.ts';
import type { KeyHint } from '#screens/messages.ts';
import type { State } from '#store/state.ts';
import { bodyRows } from '#store/display.ts';
import { compactNumber, counted, groupThousands } from '#text/words.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { wrapWithin } from '#text/fit.ts';
import type { LogLocation } from '#store/profile/services.ts';

import { menuCommands } from './menu.ts';

const whyNotNow = ({ logs: { locations, question } }: State) =>
  locations === undefined && question === undefined ? 'Looking for logs: wait a moment.' : undefined;
const whyNoLog = (state: State) => {
  const location = state.logs.locations?.[state.menu.position.selected];
  return location === undefined ? 'No log is selected: Up goes to one.' : location.problem;
};
const isListed = ({ logs }: State) => logs.question === undefined;

const lineCount = ({ logs }: State) => (logs.locations?.length ?? -1) + 1;

const inList: readonly Command[] = menuCommands('ownLogs', {
  hasField: false,
  size: state => ({ count: lineCount(state), height: logsLayout(state).list }),
  disabledReason: whyNotNow,
  choose: ({ state: { logs } }) => logs.choose(),
}).map(command => ({
  ...command,
  isHere: isListed,
  run(context) {
    // What was wrong was wrong with the log that was selected.
    context.state.logs.ask(undefined);
    command.run(context);
  },
}));

const typed: readonly Command[] = [
  {
    id: 'ownLogs.website',
    keys: ['e'],
    title: 'Name the website of the log',
    short: 'other website',
    isHere: isListed,
    disabledReason: whyNoLog,
    run: ({ state }) => state.logs.ask('website'),
  },
  {
    id: 'ownLogs.enter',
    keys: ['Enter'],
    title: 'Accept what you typed',
    isHere: ({ logs }) => logs.question !== undefined,
    run: ({ state }) => state.logs.enter(),
  },
  {
    id: 'ownLogs.list',
    keys: ['Esc'],
    title: 'Back to the logs',
    isHere: ({ logs }) => logs.question !== undefined,
    run: ({ state }) => state.logs.ask(undefined),
  },
];

export const ownLogsScreen: ScreenDefinition<'ownLogs'> = {
  screen: 'ownLogs',
  overlay: true,
  view: async () => (await import('./Popups.tsx')).OwnLogsPopup,
  commands: [...inList, ...typed],
  escapeTarget: ({ logs }) => (logs.question === undefined ? undefined : 'field'),
  keyHints,
  focusedField: ({ logs }) =>
    logs.question === undefined || logs.isBusy
      ? undefined
      : { text: logs.typed, manyLines: false, passes: ['Enter'], change: logs.type },
};

function keyHints({ logs, menu }: State): readonly KeyHint[] {
  const back: KeyHint = { key: 'Esc', action: label`back` };
  if (logs.problem !== undefined) return [{ key: 'Enter', action: label`try again` }, back];
  if (logs.question !== undefined)
    return [{ key: 'Enter', action: logs.question === 'file' ? label`look` : label`add` }, back];
  if (logs.locations === undefined) return [back];
  const location = logs.locations[menu.position.selected];
  return [{ key: 'Enter', action: enterDoes(location) }, back];
}

function enterDoes(location: LogLocation | undefined): SafeText {
  if (location === undefined) return label`type its path`;
  if (location.problem !== undefined) return label`look again`;
  return location.isAdded ? label`show` : label`add`;
}

const widest = 100;
const maxLogs = 12;
export const messageLines = 2;
const roomForColumns = 60;

/** How the dialog divides its room. What is said has the same room whichever log is selected. */
export function logsLayout(state: State) {
  const { viewport, logs } = state;
  const rows = bodyRows(viewport) - 2;
  const columns = boxColumns(viewport, widest + 2) - 2;
  const isHigh = rows >= 8;
  const field = logs.question === undefined ? 0 : 1;
  const others = messageLines + field + (isHigh ? 2 : 0);
  const message = wrapWithin(messageTextOf(state, columns < roomForColumns), columns - 2, messageLines);
  const wanted = Math.min(maxLogs, (logs.locations?.length ?? 0) + 1);
  return {
    columns,
    hasHeads: isHigh,
    list: Math.max(1, Math.min(wanted, rows - others)),
    // As many whatever is said: they cover what the dialog lies on.
    message: Array.from({ length: messageLines }, (_, line) => message[line] ?? label``),
  };
}

function messageTextOf(state: State, isNarrow: boolean): SafeText {
  const { logs, menu } = state;
  const { locations, problem, isBusy, question } = logs;
  if (problem !== undefined) return safeText(problem);
  if (isBusy) return question === 'file' ? label`Checking it ...` : label`Adding it ...`;
  if (question === 'file') return label`A file, a folder, or a pattern such as /srv/logs/*.log`;
  if (locations === undefined) return label`Looking for access logs ...`;
  const location = locations[menu.position.selected];
  if (location === undefined) return otherLog(locations.length > 0, isNarrow);
  if (question === 'website') return label`All its lines count for this website.`;
  if (location.problem !== undefined) return safeText(location.problem);
  const next = nextStep(location, isNarrow);
  return isNarrow ? label`${factsOf(location)}. ${next}` : next;
}

function otherLog(hasLogs: boolean, isNarrow: boolean): SafeText {
  if (hasLogs) return label`A log elsewhere: Enter asks for its path.`;
  return isNarrow
    ? label`No log is in the usual places: Enter asks for a path.`
    : label`No access log is in the usual places of nginx, Apache, Caddy, Traefik, HAProxy and lighttpd: Enter asks for a path.`;
}

function nextStep({ isAdded, hosts, isSample, site }: LogLocation, isNarrow: boolean): SafeText {
  if (isAdded) return label`It is counted: Enter shows it.`;
  const [first, second, ...others] = hosts.map(host => safeText(host, 60));
  // There the website, or that there is none, stands before it.
  if (isNarrow)
    return first === undefined && site === '' ? label`Enter asks for its website.` : label`Enter adds it.`;
  if (first !== undefined && second === undefined)
    return label`Enter adds it as ${first}${isSample ? label`, and further hosts` : label``}.`;
  if (first !== undefined && second !== undefined) {
    const more = others.length === 0 ? label`` : label` and ${others.length} more`;
    return label`Enter adds it, each host as a website: ${first}, ${second}${more}. Those with fewer than 20 page views wait.`;
  }
  if (site !== '') return label`Enter adds it for ${safeText(site, 60)}, as its name says.`;
  return label`Its lines name no host: Enter asks for the website.`;
}

/** "combined, 12 hosts, 120k lines". */
function factsOf(location: LogLocation): SafeText {
  const format = safeText(location.format ?? 'empty so far', 40);
  return label`${format}, ${hostsText(location)}, ${linesText(location)} lines`;
}

export function nameText({ path }: LogLocation): SafeText {
  return safeText(path.replace(/^.*\/var\/log\//, ''), 300);
}

/** "12 hosts", the only host, or the website that the name of the log tells of. */
export function hostsText({ hosts, isSample, site }: LogLocation): SafeText {
  const [first] = hosts;
  if (first === undefined) return site === '' ? label`no host` : safeText(site, 60);
  if (hosts.length === 1 && !isSample) return safeText(first, 60);
  return safeText(isSample ? `${hosts.length}+ hosts` : counted(hosts.length, 'hosts'));
}

export function linesText({ lines, isAbout }: LogLocation): SafeText {
  return safeText(isAbout ? compactNumber(lines) : groupThousands(lines));
}
