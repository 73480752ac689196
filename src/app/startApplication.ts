import { useKeys } from '#commands/registry.ts';
import { ConfigError, failureLine, RefusedError } from '#model/failure.ts';
import { delay } from '#model/promises.ts';
import { capabilitiesOf } from '#api/open.ts';
import { resolveSite } from '#api/resolveSite.ts';
import { choicesPath, openThemeFile } from '#config/choices.ts';
import {
  chosenProfile,
  type Profile,
  type ProfileChoice,
  profileFilePath,
} from '#config/profile/profiles.ts';
import { type Paths, readPaths } from '#config/paths.ts';
import { defaultView, profileOfView, readView, savedViewsPath } from '#config/kept/savedViews.ts';
import { asViewName, filterOfView } from '#model/savedView.ts';
import { whyNoFilter } from '#model/service/filterText.ts';
import { nothingYours } from '#model/own/yours.ts';
import {
  changePanelsFile,
  readYours,
  watchYours,
  wrongLine,
  yoursPath,
  yoursStamp,
} from '#config/yours/yours.ts';
import type { Services } from '#store/profile/services.ts';
import type { State } from '#store/state.ts';
import { endCompiling, saveMemory } from '#system/runtime.ts';
import { erasesCells, type TerminalCapabilities, terminalName } from '#terminal/capabilities.ts';
import { enterScreen, leaveScreen, type Session, startSession } from '#terminal/session.ts';
import type { Theme } from '#terminal/theme/roles.ts';
import { sizeOf } from '#terminal/screen/screen.ts';
import { setCharset } from '#text/characters.ts';
import { didYouMean } from '#text/match.ts';
import type { KeepCode } from './compiledCode.ts';
import type { FirstFrame } from './firstFrame.ts';
import { type NextStart, type OpenedProfile, openProfile, type StartOptions } from './openProfile.ts';
import { platformServices } from './services.ts';
import { startTheme } from './theme.ts';
import { writeFrame } from '#config/kept/lastSeen.ts';
import { localDataPaths } from '#config/kept/localData.ts';
import { endOfDay } from '#model/period/day.ts';
import type { Viewport } from '#store/display.ts';
import type { ScreenName } from '#store/navigation/route.ts';

interface ApplicationOptions extends StartOptions {
  readonly capabilities: TerminalCapabilities;
  readonly choice: ProfileChoice;
  /** The website to open at: a domain or an id. */
  readonly site?: string | undefined;
  /** The frame that may be on the terminal already. */
  readonly firstFrame?: FirstFrame | undefined;
  readonly keepCode?: KeepCode | undefined;
}

/** Opens the service while Ink loads, takes the terminal, draws, and runs until the user quits. */
export async function startApplication(options: ApplicationOptions): Promise<void> {
  const { capabilities, choice, kiosk = false, site, firstFrame, keepCode } = options;
  const paths = readPaths(process.env);
  const asked = openedView(options, paths);
  const profile = chosenProfile(asked?.choice ?? choice, paths);
  if (kiosk && asked !== undefined) refuseUnfiltered(asked.name, profile, paths);
  setCharset(capabilities.charset);
  // Chalk reads this when it loads. The roles that Ink draws with get their colours on their way to the terminal.
  process.env['FORCE_COLOR'] = '2';

  let session: Session | undefined;
  let show: ((opened: OpenedProfile) => void) | undefined;
  const viewport = () => sizeOf(process.stdout);
  const keptTheme = (onChange: (theme: Theme) => void) => {
    const file = openThemeFile(paths.data, terminalName(process.env), !kiosk);
    return startTheme(process.env, capabilities, file, onChange);
  };
  const active = keptTheme(theme => {
    session?.show(theme);
    shown.store.getState().theme.changed();
  });
  const yoursFile = yoursPath(paths.config);
  let yours = nothingYours;
  const showYours = async () => {
    const read = await readYours(yoursFile);
    const problem = wrongLine(yoursFile, read);
    if (read.yours === undefined && yours === nothingYours && problem === undefined) return;
    useKeys(read.yours?.keys ?? {});
    yours = { ...(read.yours ?? nothingYours), ...(kiosk && { commands: [] }) };
    shown.store.getState().yours.show(yours, problem);
  };
  let changed: Promise<unknown> = Promise.resolve();
  const changePanels: Services['changePanels'] = async change => {
    const before = changed;
    const work = async () => {
      await before;
      try {
        await changePanelsFile(yoursFile, change);
      } catch (error) {
        if (error instanceof ConfigError) return error.message;
        throw error;
      }
      await showYours();
      return undefined;
    };
    const done = work();
    changed = done.catch(() => undefined);
    return await done;
  };
  const platform = {
    theme: active,
    yours: () => yours,
    changePanels: kiosk ? undefined : changePanels,
    quit: () => session?.quit(),
    redraw: () => session?.repaint(),
    async drawPicture(state: State, { hides }: { readonly hides: boolean }) {
      const { drawPicture } = await import('./picture/drawPicture.tsx');
      return drawPicture(state, active.theme, hides);
    },
    ...platformServices(
      {
        send: sequence => session?.send(sequence),
        suspend: () => session?.suspend(),
        release: async work => await session?.release(work),
      },
      capabilities,
      kiosk,
    ),
  };
  const open = (next: Profile) =>
    openProfile(next, { ...options, paths, viewport: viewport(), platform, switchTo });
  let shown = open(profile);
  const stamp = yoursStamp(yoursFile);
  const yoursShown = stamp === '' ? undefined : showYours();

  /** The old profile keeps its state; its writes in flight are completed. */
  function switchTo(next: Profile, isNew: boolean, view?: string): void {
    const opened = open(next);
    shown.leave();
    shown = opened;
    const { notices, profiles } = opened.store.getState();
    if (isNew) profiles.connected(opened.listed);
    opened.opened.catch((error: unknown) => notices.say(failureLine(error), 'bad'));
    show?.(opened);
    if (view !== undefined) void opened.store.getState().savedViews.show(view, { here: true });
  }

  let problem: string | undefined;
  shown.opened.catch((error: unknown) => (problem = failureLine(error)));
  let first = shown.listed;
  if (asked !== undefined) first = shown.store.getState().savedViews.show(asked.name, asked);
  else if (site !== undefined) void openSite(shown, site);
  // The first answer arrives while React and Ink load, so that the first frame shows it.
  const { draw, drawnBytes, loadViews } = await import('./draw.tsx');
  if (yoursShown !== undefined) await yoursShown;
  const isSeen = shown.store.getState().websites.list.isKept === true;
  // The embedded service usually answers at once: an empty first frame would flicker.
  if (profile.connection.kind !== 'service' && !isSeen) await Promise.race([first, delay(maxBlankMs)]);
  if (problem !== undefined) {
    firstFrame?.leave();
    // Without waiting for retries.
    process.stderr.write(`sitedeck: ${problem}\n`);
    process.exit(1);
  }

  const isInView = (screen: ScreenName) =>
    shown.store.getState().navigation.stack.some(route => route.screen === screen);
  await loadViews(isInView);

  const frame = firstFrame?.take();
  const terminal = {
    erasesCells: erasesCells(process.env, capabilities.charset),
    stdin: process.stdin,
    stdout: process.stdout,
  };
  session = startSession({
    ...terminal,
    theme: active.theme,
    shown: frame,
    onBackground: active.answered,
    onExit(code) {
      if (code !== 0 || firstFrame === undefined) return;
      if (site !== undefined || asked !== undefined) return;
      // Not the theme that is shown: it may be one that was only looked at.
      const { theme } = keptTheme(() => undefined);
      const bytesOf = (next: NextStart) => drawnBytes(next, { ...terminal, theme });
      keepCompiled();
      endCompiling();
      keepFrame(firstFrame, shown, { paths, choice, viewport: viewport() }, bytesOf);
    },
  });
  const { quit, askBackground } = session;
  const keepCompiled = () => {
    if (shown.store.getState().websites.list.data !== undefined) keepCode?.();
  };
  process.once('exit', keepCompiled);
  const afterStart = () => {
    keepCompiled();
    saveMemory();
  };
  void first.finally(() => setTimeout(afterStart, startMs).unref());
  process.stdout.prependListener('resize', () => shown.store.getState().resize(viewport()));
  shown.opened.catch((error: unknown) => quit(1, `sitedeck: ${failureLine(error)}`));
  setImmediate(() => {
    // Before the first key is read.
    void loadViews(() => true);
    if (active.asks) askBackground();
    watchYours(yoursFile, () => void showYours(), stamp);
  });
  await draw(shown, session, redraw => (show = redraw), frame === undefined ? undefined : shown.atStart);
}

/** Milliseconds from the list on in which what a start calls is called. */
const startMs = 2_000;

/** Milliseconds: longer than an existing demo takes to open, too short to be noticed. */
const maxBlankMs = 60;

/** The view of the command line, else the one that a start opens: never one of another service than a named one, nor in a kiosk. */
function openedView({ site, choice, kiosk }: ApplicationOptions, paths: Paths) {
  /** The service is named beside it. */
  const here = choice.profile !== undefined || choice.url !== undefined;
  const isNamed = here || [process.env['SITEDECK_PROFILE'], process.env['SITEDECK_URL']].some(Boolean);
  const usual = kiosk === true || isNamed ? undefined : defaultView(paths.data);
  const typed = site?.startsWith('@') === true ? (asViewName(site) ?? site.slice(1)) : undefined;
  const name = site === undefined ? usual : typed;
  return name === undefined
    ? undefined
    : { name, here, choice: here ? choice : choiceOf(name, paths, choice) };
}

/** A view that cannot be read says so once the list is there. */
function choiceOf(name: string, paths: Paths, choice: ProfileChoice): ProfileChoice {
  try {
    const profile = profileOfView(readView(paths.data, name), paths);
    return profile === undefined ? choice : { ...choice, profile };
  } catch (error) {
    if (error instanceof ConfigError) return choice;
    throw error;
  }
}

/** Nobody in front of a kiosk would know that its numbers are of everything. Throws a ConfigError. */
function refuseUnfiltered(name: string, { connection }: Profile, paths: Paths): void {
  // What it is, is known later.
  if (connection.kind === 'service' && connection.service === 'unknown') return;
  const where = filterOfView(readView(paths.data, name) ?? {});
  const reason = where.length === 0 ? undefined : whyNoFilter(capabilitiesOf(connection), where);
  if (reason !== undefined) throw new ConfigError(`View ${name}: ${reason}`);
}

/** Opens a website's statistics at the start, or shows a notice where there is no such website. */
async function openSite({ store, services, listed }: OpenedProfile, site: string): Promise<void> {
  const { rows, list } = store.getState().websites;
  const [seen, ...others] = rows.filter(({ id, domain, name }) => [id, domain, name].includes(site));
  if (list.isKept === true && seen !== undefined && others.length === 0)
    return store.getState().navigation.push({ screen: 'dashboard', websiteId: seen.id });
  const domains = () => store.getState().websites.rows.map(({ domain }) => domain ?? '');
  try {
    const website = await resolveSite(services.api, site, domains);
    const { navigation, records } = store.getState();
    records.put(website);
    // The user has navigated since.
    if (navigation.stack.length === 1) navigation.push({ screen: 'dashboard', websiteId: website.id });
  } catch (error) {
    const line = failureLine(error);
    // The list, which may come later, has the domain that was meant.
    await listed;
    const meant = error instanceof RefusedError ? didYouMean(site, domains()) : '';
    store.getState().notices.say(line.endsWith(meant) ? line : `${line}${meant}`, 'bad');
  }
}

/** Draws the first frame of the next start and keeps it on disk; removes the one of before where there is none. Synchronous. */
function keepFrame(
  { pathOf, fingerprint, stampOf }: FirstFrame,
  shown: OpenedProfile,
  { paths, choice, viewport }: { paths: Paths; choice: ProfileChoice; viewport: Viewport },
  bytesOf: (start: NextStart) => string,
): void {
  const path = pathOf(viewport.columns, viewport.rows);
  const next = isSame(shown.profile, choice, paths) ? shown.nextStart() : undefined;
  const frame = next && bytesOf(next);
  if (next === undefined || frame === undefined) return writeFrame(path, undefined);
  const { config, data } = paths;
  const files = [
    profileFilePath(config),
    yoursPath(config),
    choicesPath(data),
    ...localDataPaths(data),
    savedViewsPath(data),
    next.listFile,
  ];
  const stamps = Object.fromEntries(files.map(file => [file, stampOf(file)]));
  writeFrame(path, {
    fingerprint,
    from: Date.now(),
    until: endOfDay(shown.services.timeZone, Date.now()),
    files: stamps,
    enter: enterScreen,
    frame,
    leave: leaveScreen(viewport.rows),
  });
  // Forgotten while it was drawn.
  if (stampOf(next.listFile) !== stamps[next.listFile]) writeFrame(path, undefined);
}

/** Whether the next start opens the same profile: the file may say something else of it than when it was opened. */
function isSame(profile: Profile, choice: ProfileChoice, paths: Paths): boolean {
  try {
    return JSON.stringify(chosenProfile(choice, paths)) === JSON.stringify(profile);
  } catch {
    return false;
  }
}
