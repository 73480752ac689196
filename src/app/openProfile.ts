import { existsSync } from 'node:fs';
import { isPlainHttpElsewhere, isUnchecked } from '#model/service/connection.ts';
import { byTimer, createLimiter } from '#api/limiter.ts';
import { retryableOnce } from '#model/promises.ts';
import { screenOf } from '#commands/registry.ts';
import { type IntroductionFile, openChoices, openIntroduction } from '#config/choices.ts';
import { chooseFirst, keyAccount, type Profile, profileFilePath } from '#config/profile/profiles.ts';
import { type Paths, serviceFile } from '#config/paths.ts';
import { openLocalData } from '#config/kept/localData.ts';
import { openApi } from '#api/open.ts';
import { identityOf, profileExistsIn } from '#config/profile/serviceIdentity.ts';
import { type Following, type Logs, openLogs } from '#logs/index.ts';
import { timeStampIn } from '#model/period/day.ts';
import { inZoneOfCounts } from '#server/database/openDatabase.ts';
import { openBuiltIn } from '#server/openService.ts';
import { createStore, endStore, type Store } from '#store/createStore.ts';
import type { Viewport } from '#store/display.ts';
import { watchDay } from '#store/reading/refreshing.ts';
import type { ProfilesService, Services } from '#store/profile/services.ts';
import type { State } from '#store/state.ts';
import {
  createCalendar,
  createKeptService,
  createLogsService,
  createProfilesService,
  createSavedViewsService,
  openLastSeenOf,
} from './services.ts';

export interface NextStart {
  readonly store: Store;
  readonly services: Services;
  readonly listFile: string;
}

export interface OpenedProfile {
  readonly profile: Profile;
  readonly store: Store;
  readonly services: Services;
  readonly atStart: State;
  /** The state that the next start begins with, by what is on disk; undefined where nothing was last seen. */
  nextStart(): NextStart | undefined;
  /** Resolves when the service can be used; rejects where the embedded one cannot be opened. */
  readonly opened: Promise<void>;
  /** Settles when the list of websites has been read for the first time. */
  readonly listed: Promise<void>;
  /** To be called when another profile takes its place: stops automatic reads, saves the choices and closes the service. */
  leave(): void;
}

export interface StartOptions {
  /** --debug: a file for the requests. */
  readonly debug?: string | undefined;
  /** --read-only, whatever the profile says. */
  readonly readOnly: boolean;
  /** --kiosk: reads only, writes no file, and leads nowhere else. */
  readonly kiosk?: boolean;
  /** --refresh and --rotate, in seconds. */
  readonly refreshEvery?: number | undefined;
  readonly rotateEvery?: number | undefined;
}

interface OpenProfileContext extends StartOptions {
  readonly paths: Paths;
  readonly viewport: Viewport;
  /** The terminal, clipboard, browser and files, which are the same for all profiles. */
  readonly platform: Pick<
    Services,
    | 'quit'
    | 'suspend'
    | 'redraw'
    | 'theme'
    | 'yours'
    | 'changePanels'
    | 'copy'
    | 'openUrl'
    | 'writeExport'
    | 'drawPicture'
    | 'own'
  >;
  /** `isNew`: it was just added. */
  switchTo(profile: Profile, isNew: boolean, view?: string): void;
}

/** Builds the client, the services and the store for a profile, and reads its websites. Throws a ConfigError or ApiError. */
export function openProfile(profile: Profile, context: OpenProfileContext): OpenedProfile {
  const { paths, debug, viewport, platform, switchTo, kiosk = false } = context;
  const { connection } = profile;
  const { timeZone } = inZoneOfCounts(profile, serviceFile('logs', paths), kiosk);
  const readOnly = context.readOnly || profile.readOnly || kiosk;
  const identity = identityOf(profile);
  const isThere = profileExistsIn(paths, identity);

  // SITEDECK_NOW, an ISO time, stops the clock, for pictures and tests of the demo.
  const fixed = Date.parse(process.env['SITEDECK_NOW'] ?? '');
  const now = connection.kind === 'service' || Number.isNaN(fixed) ? Date.now : () => fixed;
  const today = createCalendar(timeZone, now);
  const choices = openChoices(paths.data, identity, { isThere, writes: !kiosk });
  const localData = openLocalData(paths.data, identity, isThere);
  const lastSeen =
    kiosk && connection.kind !== 'service' ? undefined : openLastSeenOf(profile, paths, !kiosk);
  // Of what is made below, these are called once all of it is there.
  let inMemory: string | undefined;
  const { api, opened, close, service, useKey } = openApi(connection, {
    env: process.env,
    timeZone,
    now,
    debug,
    openLocal: kind =>
      openBuiltIn(kind, {
        file: serviceFile(kind, paths),
        today,
        timeStamp: () => timeStampIn(timeZone, new Date(now())),
        timeZone,
        writes: !kiosk,
        onProgress: fraction => onProgress(fraction),
        onMemory: line => (inMemory = line),
      }),
    onAuthFailure: () => atStart.profiles.keyRefused(),
    onDeleted(id) {
      localData.drop(id);
      lastSeen?.drop(id);
    },
  });
  const profiles = createProfilesService({
    paths,
    debug,
    profile,
    service,
    switchTo,
    useKey(key) {
      useKey(key);
      lastSeen?.useAccount(keyAccount(key));
    },
  });
  const ownLogs = openLogs({ file: serviceFile('logs', paths), timeZone, name: 'sitedeck', now });
  const logs = createLogsService(ownLogs, process.env, () => {
    chooseFirst(profileFilePath(paths.config), 'logs');
    following?.look();
  });
  const offeredIntroduction = () =>
    connection.kind === 'demo' && !readOnly ? introductionFor(paths, profiles) : undefined;
  const services: Services = {
    ...platform,
    api,
    choices,
    lastSeen,
    ...(kiosk
      ? {}
      : {
          tags: createKeptService(localData.files.tags),
          notes: createKeptService(localData.files.notes),
          goals: createKeptService(localData.files.goals),
          profiles,
        }),
    savedViews: createSavedViewsService(paths.data, api, kiosk ? profile.name : undefined),
    profile: {
      name: profile.name,
      url: connection.kind === 'service' ? connection.url : undefined,
      fromEnvironment: !profile.isStored && connection.kind === 'service',
      readOnly,
      keepsLastSeen: lastSeen !== undefined,
      isKiosk: kiosk,
      unchecked: connection.kind === 'service' && isUnchecked(connection.url, process.env),
    },
    introduction: offeredIntroduction(),
    ...(readOnly ? {} : { logs }),
    ...(connection.kind === 'logs' && !kiosk
      ? { live: { open: ownLogs.now }, lines: { find: ownLogs.lines } }
      : {}),
    today,
    now,
    after: byTimer,
    timeZone,
    refreshEvery: context.refreshEvery,
    rotateEvery: context.rotateEvery,
  };
  const store = storeAtStart(services, viewport);
  const atStart = store.getState();
  atStart.autoRefresh.begin();
  atStart.rotation.begin();
  const endDays = watchDay(store, now);
  const following = connection.kind === 'logs' && !readOnly ? followLogs(ownLogs, store) : undefined;

  const flush = () => {
    choices.flush();
    lastSeen?.flush();
  };
  process.once('exit', flush);
  const leave = () => {
    endDays();
    endStore(store);
    following?.stop();
    process.off('exit', flush);
    flush();
    close();
  };

  // The card of the first start says which logs there are.
  const findOnce = retryableOnce(async () => store.getState().logs.find());
  const onProgress = (fraction: number) => {
    atStart.showPreparing(fraction < 1 ? fraction : undefined);
    if (atStart.introduction.isOffered) void findOnce();
  };
  const onOpened = () => {
    atStart.showPreparing(undefined);
    // Said when it can be seen: making it takes longer than a notice stays.
    if (inMemory !== undefined) atStart.notices.say(inMemory);
  };
  opened.then(onOpened, () => undefined);

  const nextStart = () => {
    flush();
    // Only read: what was forgotten meanwhile is not to be kept again.
    const seen = openLastSeenOf(profile, paths, false);
    const listFile = seen?.listFile();
    if (seen?.list === undefined || listFile === undefined) return undefined;
    const { activity, onActivity } = createLimiter(now);
    const then: Services = {
      ...services,
      api: { ...api, activity, onActivity },
      choices: openChoices(paths.data, identity, { writes: false }),
      lastSeen: seen,
      introduction: offeredIntroduction(),
    };
    return { store: storeAtStart(then, store.getState().viewport), services: then, listFile };
  };
  const isOfLogs = connection.kind === 'logs';
  const listed = atStart.websites.load().then(() => (isOfLogs ? showDaysOfLogs(store) : undefined));
  // Nothing of it delays the first frame.
  if (atStart.introduction.isOffered) void listed.then(findOnce);
  return { profile, store, services, atStart, opened, listed, nextStart, leave };
}

function storeAtStart(services: Services, viewport: Viewport): Store {
  const store = createStore(services, viewport, screenOf);
  const { notices, tags, notes, goals, savedViews } = store.getState();
  const { url } = services.profile;
  if (url !== undefined && isPlainHttpElsewhere(url))
    notices.say(
      'Over http:// your API key can be read on its way: use https:// if you can.',
      'bad',
      'Over http:// your API key can be read.',
    );
  const problem = tags.problem ?? notes.problem ?? goals.problem ?? savedViews.problem;
  if (problem !== undefined) notices.say(problem, 'bad');
  return store;
}

/** The introduction, for somebody who has connected no service and imported no log. */
function introductionFor(paths: Paths, profiles: ProfilesService): IntroductionFile | undefined {
  const { entries, problem } = profiles.list();
  const isNew = problem === undefined && entries.every(({ kind }) => kind !== 'service');
  return isNew && !existsSync(serviceFile('logs', paths)) ? openIntroduction(paths.data) : undefined;
}

/** Where the service does not answer, the list says so. */
async function showDaysOfLogs(store: Store): Promise<void> {
  await store
    .getState()
    .period.showDaysOfLogs()
    .catch(() => undefined);
}

function followLogs(ownLogs: Logs, store: Store): Following {
  const { logs, autoRefresh, notices, today } = store.getState();
  return ownLogs.follow({
    onReading: logs.reading,
    onStatus: logs.show,
    onStored({ from }) {
      autoRefresh.schedule(from === today() ? 'today' : true);
      void showDaysOfLogs(store);
    },
    onFailure: message => notices.say(message, 'bad'),
  });
}
