import { ApiError, exitCodes, Failure, failureLine, UsageError } from '#model/failure.ts';
import { columnsOf, outputOf, paint, print, type Printer, writeTable } from '#cli/output.ts';
import { defineSubcommand, type GlobalOptions } from '#cli/subcommand.ts';
import { builtInProfile, type Profile, storedProfiles } from '#config/profile/profiles.ts';
import { type Paths, readPaths, serviceFile } from '#config/paths.ts';
import { inZoneOfCounts } from '#server/database/openDatabase.ts';
import {
  fileFindings,
  mayUse,
  finding,
  type Finding,
  profileFindings,
  terminalFindings,
  yoursFindings,
} from './doctorMachine.ts';
import { constants, existsSync } from 'node:fs';
import { release } from 'node:os';
import { adapters } from '#api/adapters.ts';
import { isPlainHttpElsewhere, isUnchecked } from '#model/service/connection.ts';
import { keyPlace, keyPlaces, keyRemedy, openProfile, profileOf } from '#cli/withService.ts';
import { type CountedWebsite, type FormerDays, openLogs, type SourceState } from '#logs/index.ts';
import { todayIn } from '#model/period/day.ts';
import { wireNames } from '#model/website/website.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';

export const doctor = defineSubcommand({
  docs: 'commands',
  description: 'examine this installation, for a bug report: exit code 1 where something is wrong',
  arguments: [],
  options: {},
  examples: [
    ['sitedeck doctor', 'what is there, and what is wrong'],
    ['sitedeck doctor --json', 'the same for programs'],
  ],
  async run(_args, options) {
    const output = outputOf(options);
    const findings = await examine(options, readPaths(process.env));
    if (findings.some(({ problem }) => problem !== undefined)) process.exitCode = exitCodes.refused;
    if (output.format === 'table') return await print(toText(findings, output.printer));
    await writeTable(
      {
        title: 'Doctor',
        about: {},
        columns: columnsOf({ section: 'Section', name: 'Name', value: 'Value', problem: 'Problem' }),
        rows: findings.map(({ section, name, value, problem }) => [section, name, value, problem]),
      },
      output,
    );
  },
});

declare const SITEDECK_VERSION: string;

async function examine(options: GlobalOptions, paths: Paths): Promise<Finding[]> {
  const { stdin, stdout, env } = process;
  return [
    finding('Program', 'Sitedeck', SITEDECK_VERSION),
    finding('Program', 'Node', process.version),
    finding('Program', 'system', `${process.platform} ${release()}, ${process.arch}`),
    ...terminalFindings({
      env,
      stdinIsTTY: stdin.isTTY,
      stdoutIsTTY: stdout.isTTY,
      size: stdout.isTTY ? { columns: stdout.columns, rows: stdout.rows } : undefined,
      args: { ascii: options.ascii === true, noColor: options.color === false },
      folder: paths.data,
    }),
    ...fileFindings(paths),
    ...(await yoursFindings(paths)),
    ...(await part('Profiles', () => profileFindings(storedProfiles(paths), paths))),
    ...(await part('Service', () => serviceFindings(profileOf(options, paths), paths))),
    ...(await part('Logs', () => logFindings(paths))),
  ];
}

/** Settings that cannot be used are among the findings: the rest is examined all the same. Bugs are passed on. */
async function part(
  section: Finding['section'],
  examined: () => Finding[] | Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await examined();
  } catch (error) {
    if (!(error instanceof Failure) || error instanceof UsageError) throw error;
    return [finding(section, 'settings', 'cannot be used', failureLine(error))];
  }
}

function toText(findings: readonly Finding[], printer: Printer): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.flatMap(({ section, name, value, problem }, index) => [
    ...(section === findings[index - 1]?.section
      ? []
      : [...(index === 0 ? [] : ['']), paint(section, 'bold', printer)]),
    `  ${name.padEnd(width)}  ${value}`,
    ...(problem === undefined ? [] : [paint(`  ! ${problem}`, 'bad', printer)]),
  ]);
  const wrong = findings.filter(({ problem }) => problem !== undefined).length;
  const verdict =
    wrong === 0
      ? 'Nothing is wrong.'
      : wrong === 1
        ? 'One thing is wrong: see the line with !'
        : `${wrong} things are wrong: see the lines with !`;
  return `${[...lines, '', verdict].join('\n')}\n`;
}

/** Whether the chosen service answers, how fast, and with what. The demo is not made for it. */
async function serviceFindings(profile: Profile, paths: Paths): Promise<Finding[]> {
  const { connection, timeZone } = profile;
  const chosen = [
    finding('Service', 'profile', profile.name),
    ...(connection.kind === 'service'
      ? [finding('Service', 'key', `from ${keyPlaces[keyPlace(connection)]}`, exposure(connection.url))]
      : []),
  ];
  if (connection.kind === 'demo' && !existsSync(serviceFile('demo', paths)))
    return [...chosen, finding('Service', 'answers', 'the demo is made when it is first opened')];
  const { api, opened, close, service } = openProfile(profile, paths, {});
  try {
    await opened;
    const began = performance.now();
    const page = await api.listWebsites({ perPage: 10 });
    const milliseconds = Math.round(performance.now() - began);
    const { value: version } = await attempt(async () => await api.readVersion?.());
    const { value: countsIn } = await attempt(async () => await api.readTimeZone?.());
    const [first] = page.rows;
    const day = todayIn(timeZone, new Date());
    const today = { from: day, to: day };
    const { problem: unread } = await attempt(async () => first && (await api.readVisitors(first.id, today)));
    const total = page.total ?? (page.next === 'no' ? page.rows.length : undefined);
    const { statistics, serviceName, refused, fields, privacies } = api.capabilities;
    const adapter = Object.values(adapters).find(
      ({ capabilities }) =>
        capabilities.statistics === statistics ||
        (refused !== undefined && capabilities.serviceName === serviceName),
    );
    const otherZone =
      countsIn === timeZone
        ? undefined
        : `The profile has ${timeZone}: add ${profile.name} anew with --replace --time-zone ${countsIn}.`;
    const changed = [
      ...fields.map(field => (field === 'domain' ? field : wireNames[field])),
      ...(privacies.length > 0 ? ['privacy'] : []),
    ];
    return [
      ...chosen,
      finding('Service', 'interface', adapter?.name ?? 'phpAnalytics, with more statistics'),
      ...(adapter?.newestTried === undefined ? [] : [versionFinding(version, adapter.newestTried)]),
      // Days of the service stand under those of the profile: another zone makes every number that of other hours.
      ...(countsIn === undefined ? [] : [finding('Service', 'days in', countsIn, otherZone)]),
      finding('Service', 'answers', `in ${milliseconds} ms`),
      finding(
        'Service',
        'websites',
        total === undefined ? 'it does not say how many' : counted(total, 'websites'),
      ),
      finding('Service', 'has', counted(Object.keys(statistics).length, 'statistics'), unread),
      finding(
        'Service',
        'changes',
        profile.readOnly ? 'nothing: read-only' : changed.join(', ') || 'nothing',
      ),
    ];
  } catch (error) {
    const remedy =
      error instanceof ApiError && error.kind === 'auth' ? keyRemedy(profile, service(), error) : undefined;
    const problem = remedy === undefined ? failureLine(error) : `${failureLine(error)} ${remedy}`;
    return [...chosen, finding('Service', 'answers', 'no', problem)];
  } finally {
    close();
  }
}

/** What else there is to say does not depend on it. */
async function attempt<T>(read: () => Promise<T>): Promise<{ value?: T; problem?: string }> {
  try {
    return { value: await read() };
  } catch (error) {
    if (error instanceof ApiError) return { problem: failureLine(error) };
    throw error;
  }
}

function versionFinding(version: string | undefined, newest: string): Finding {
  if (version === undefined) return finding('Service', 'version', 'it does not say which');
  const isNewer = version.localeCompare(newest, 'en', { numeric: true }) > 0;
  const note = isNewer ? `, newer than any that Sitedeck was tried with: ${newest}` : '';
  return finding('Service', 'version', version + note);
}

function exposure(url: string): string | undefined {
  if (isUnchecked(url, process.env))
    return 'With NODE_TLS_REJECT_UNAUTHORIZED=0 no certificate is checked, so it can be read on its way: unset it.';
  return isPlainHttpElsewhere(url) ? 'Over http:// it can be read on its way: use https://.' : undefined;
}

/** The sources of logs, how many files each has, and up to when they are read. Rejects with a ServiceFileError. */
async function logFindings(paths: Paths): Promise<Finding[]> {
  const file = serviceFile('logs', paths);
  const profile = builtInProfile('logs', {}, paths);
  const { timeZone } = inZoneOfCounts(profile, file);
  const logs = openLogs({ file, timeZone, name: 'sitedeck doctor' });
  const found = (await logs.sources()).map(findingOf);
  // That of the machine, or of the file of profiles, is no longer asked for.
  const other = profile.timeZone;
  const elsewhere = timeZone === other ? '' : ` (${other} elsewhere): sitedeck logs zone changes it`;
  return [
    finding('Logs', 'time zone', `${timeZone}${elsewhere}`),
    ...formerFindings(await logs.counted()),
    ...(found.length === 0 ? [finding('Logs', 'sources', 'none: sitedeck logs add adds some')] : found),
  ];
}

/** What a recount would count as lines are counted now, as far as the logs reach back. */
function formerFindings(websites: readonly CountedWebsite[]): Finding[] {
  const other = websites.flatMap(({ otherRulesTo = [] }) => otherRulesTo).toSorted();
  const zones = websites.flatMap(({ former }) => former.map(formerText));
  const recount = 'sitedeck logs recount --all';
  return [
    ...(other.length === 0
      ? []
      : [
          finding(
            'Logs',
            'older counts',
            `of ${counted(other.length, 'websites')} up to ${other.at(-1)} without bytes, downloads, times: ${recount} counts all`,
          ),
        ]),
    ...(zones.length === 0
      ? []
      : [finding('Logs', 'other zones', `${[...new Set(zones)].slice(0, 5).join(', ')}: ${recount}`)]),
  ];
}

/** "Asia/Tokyo up to 2026-09-17", "UTC and Asia/Tokyo on 2026-09-17", "UTC 2026-09-17 to 2026-09-20". */
function formerText({ from, to, timeZones }: FormerDays): string {
  const days = from === undefined ? `up to ${to}` : from === to ? `on ${to}` : `${from} to ${to}`;
  return `${timeZones.join(' and ')} ${days}`;
}

function findingOf({ domain, pattern, files, readTo, isLeftUnread, advice }: SourceState): Finding {
  const read = readTo === undefined ? 'nothing read yet' : `read to ${readTo}`;
  const value = `${pattern}: ${counted(files.length, 'files')}, ${read}`;
  return finding(
    'Logs',
    domain ?? 'each host',
    value,
    sourceProblem(files, isLeftUnread) ?? (advice && safeText(advice, 600)),
  );
}

function sourceProblem(files: readonly string[], isLeftUnread: boolean): string | undefined {
  if (files.length === 0)
    return 'No file is there: check the pattern, and sitedeck logs remove it where it is over.';
  const closed = files.find(path => !mayUse(path, constants.R_OK));
  if (closed !== undefined)
    return `This account cannot read ${safeText(closed)}: add it to the group of the file, such as adm.`;
  return isLeftUnread
    ? 'It has grown for over a day since, and nothing reads it: run  sitedeck logs update  from cron, or keep  sitedeck serve  running.'
    : undefined;
}
