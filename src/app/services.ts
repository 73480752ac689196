import { ConfigError, failureLine } from '#model/failure.ts';
import type { Api } from '#api/api.ts';
import { resolveKept } from '#api/resolveSite.ts';
import type { Profile } from '#config/profile/chooseProfile.ts';
import type { LastSeen } from '#config/kept/kept.ts';
import { forgetSeen, openLastSeen } from '#config/kept/lastSeen.ts';
import type { Paths } from '#config/paths.ts';
import { identityOf } from '#config/profile/serviceIdentity.ts';
import { openSavedViews } from '#config/kept/savedViews.ts';
import { type FoundLog, type Logs, logsAt, usualHosts, usualLogs } from '#logs/index.ts';
import { todayIn } from '#model/period/zone.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Given } from '#config/kept/given.ts';
import type { KeptFile } from '#config/kept/keptFile.ts';
import type {
  LogPlace,
  LogsService,
  Services,
  KeptService,
  SavedViewsService,
} from '#store/profile/services.ts';
import { writeExport } from '#system/exportFile.ts';
import type { Environment, TerminalCapabilities } from '#terminal/capabilities.ts';
import { openUrl, osc52 } from '#terminal/desktop.ts';
import type { Session } from '#terminal/session.ts';

/** Milliseconds since 1970. SITEDECK_NOW, an ISO time, stops the clock, for pictures and tests of the demo. */
export function createClock(env: Environment): () => number {
  const fixed = Date.parse(env['SITEDECK_NOW'] ?? '');
  return Number.isNaN(fixed) ? Date.now : () => fixed;
}

/** Today in a time zone. Computed once a minute: each frame reads it many times. */
export function createCalendar(timeZone: string, now: () => number): () => Day {
  let known: { readonly minute: number; readonly day: Day } | undefined;
  return () => {
    const time = now();
    const minute = Math.floor(time / 60_000);
    if (known?.minute !== minute) known = { minute, day: todayIn(timeZone, new Date(time)) };
    return known.day;
  };
}

/** What was last seen of a service of this machine, or of one whose profile does not say `"cache": "off"`; `writes` false: read only. */
export function openLastSeenOf(profile: Profile, paths: Paths, writes: boolean): LastSeen | undefined {
  if (profile.keepsSeen) return openLastSeen(paths.data, identityOf(profile), writes);
  // Where it cannot be removed it is not used either.
  if (profile.isStored && writes) forgetSeen(paths.data, profile.name);
  return undefined;
}

interface LogsContext {
  readonly logs: Logs;
  readonly env: Environment;
  readonly onAdded: () => void;
}

export function createLogsService({ logs, env, onAdded }: LogsContext): LogsService {
  const root = env['SITEDECK_LOG_ROOT'] || '/';
  const home = env['HOME'] || undefined;
  const placesOf = async (found: readonly FoundLog[]): Promise<LogPlace[]> => {
    // A file that cannot be opened says so when a log is added.
    const sources = await logs.sources().catch(() => []);
    const counted = new Set(sources.flatMap(({ files }) => files));
    return found.map(log => ({ ...log, isAdded: counted.has(log.path) }));
  };
  return {
    find: async () => await placesOf(await usualLogs(root, home)),
    findAt: async typed => await placesOf(await logsAt(typed, root, home)),
    async add({ pattern, hosts }, domain) {
      try {
        const ofHosts = { options: { hosts: usualHosts }, atOnce: hosts[0] };
        await logs.add({
          domain,
          patterns: [pattern],
          ...(domain === undefined ? ofHosts : { options: {} }),
        });
        onAdded();
        return {};
      } catch (error) {
        return { problem: failureLine(error) };
      }
    },
  };
}

/** Clipboard, browser, files and the shell. A kiosk has the clipboard only, that of the person before the terminal. */
export function platformServices(
  session: Pick<Session, 'send' | 'suspend' | 'lend'>,
  { multiplexer, ssh }: TerminalCapabilities,
  isKiosk: boolean,
): Pick<Services, 'copy' | 'openUrl' | 'suspend' | 'writeExport' | 'own'> {
  const copy: Services['copy'] = text => {
    const write = osc52(text, { multiplexer });
    if ('error' in write) return { problem: write.error };
    session.send(write.sequence);
    return {};
  };
  if (isKiosk) return { copy, openUrl: () => Promise.resolve('this is a kiosk'), suspend: () => undefined };
  return {
    copy,
    suspend: session.suspend,
    openUrl: url => openUrl(url, { platform: process.platform, env: process.env, ssh }),
    writeExport,
    own: createOwnCommands(session.lend),
  };
}

/** What ended a program, where it did not end as it should. */
const endedBy = (code: number | string) =>
  code === 0 ? undefined : typeof code === 'number' ? `ended with code ${code}` : `was ended by ${code}`;

function createOwnCommands(lend: Session['lend']): NonNullable<Services['own']> {
  return {
    async inTerminal(run) {
      let problem: string | undefined;
      await lend(async () => {
        const { runInTerminal } = await import('#system/shellCommand.ts');
        problem = await runInTerminal(run);
      });
      return problem;
    },
    async capture(run, options) {
      const { runProgram } = await import('#system/shellCommand.ts');
      const { stdout, stderr, code, problem } = await runProgram(run, options);
      const output = stdout === '' || stdout.endsWith('\n') ? `${stdout}${stderr}` : `${stdout}\n${stderr}`;
      if (problem === 'noShell') return { output: '', problem: `it cannot be run: ${stderr}` };
      if (problem === 'slow') return { output, ended: 'took too long, and was ended' };
      if (problem === 'long') return { output, ended: 'was ended: it prints more than is shown' };
      return { output, ended: options.signal?.aborted === true ? 'was stopped' : endedBy(code) };
    },
  };
}

export function createGivenServices({
  tags,
  notes,
  goals,
}: Given): Required<Pick<Services, Exclude<keyof Given, 'alarms'>>> {
  return {
    tags: createKeptService(tags),
    notes: createKeptService(notes),
    goals: createKeptService(goals),
  };
}

/** In a kiosk those of its own profile, which cannot be changed. */
export function createSavedViewsService(
  folder: string,
  api: Api,
  kioskOf: string | undefined,
): SavedViewsService {
  const find: SavedViewsService['find'] = async website => await resolveKept(api, website);
  const kept = createKeptService(openSavedViews(folder));
  if (kioskOf === undefined) return { ...kept, find };
  return {
    find,
    read() {
      const result = kept.read();
      if ('problem' in result) return result;
      const own = Object.entries(result.value.views).filter(([, { profile }]) => profile === kioskOf);
      return { value: { views: Object.fromEntries(own) } };
    },
    change: () => ({ problem: 'This is a kiosk: it only shows numbers.' }),
  };
}

export function createKeptService<T>(file: KeptFile<T>): KeptService<T> {
  const attempt = (work: () => T) => {
    try {
      return { value: work() };
    } catch (error) {
      if (error instanceof ConfigError) return { problem: error.message };
      throw error;
    }
  };
  return { read: () => attempt(() => file.read()), change: change => attempt(() => file.change(change)) };
}
