import { type FollowStatus, type NowNumbers, whyNotNow } from '#model/now.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { type Filter, filterKey, noFilter } from '#model/service/filter.ts';
import { checkDomain, normaliseDomain } from '#model/website/website.ts';
import { emptyText, type TextValue } from '#text/textField.ts';
import { nowLayout, type Viewport } from '#store/display.ts';
import type { NoticesSlice } from '#store/notices.ts';
import {
  type ListPosition,
  listStart,
  type MenuSlice,
  type Move,
  moveInList,
  type NavigationSlice,
  scrolled,
} from '#store/navigation/navigation.ts';
import type { LogLocation } from './services.ts';
import type { SliceContext } from '#store/slice.ts';

/** What is typed in the dialog: the website that all lines of the selected log are of, or the path of another log. */
type LogsQuestion = 'website' | 'file';

export interface LogsSlice {
  /** Undefined where there are none, and for another service. */
  readonly status: FollowStatus | undefined;
  /** They are being read, which takes a while. */
  readonly isReading: boolean;
  readonly canAdd: boolean;
  /** The logs of this machine; undefined while they are looked for. */
  readonly locations: readonly LogLocation[] | undefined;
  /** What is typed now; undefined: the list has the keys. */
  readonly question: LogsQuestion | undefined;
  readonly typed: TextValue;
  readonly isBusy: boolean;
  /** Why nothing was added, one line. */
  readonly problem: string | undefined;
  show(status: FollowStatus): void;
  reading(isReading: boolean): void;
  find(): void;
  open(): void;
  /** Adds the selected log, or asks what is still to be known; behind the logs another one is asked for. */
  choose(): void;
  ask(question: LogsQuestion | undefined): void;
  type(text: TextValue): void;
  enter(): void;
}

interface Needs {
  readonly navigation: NavigationSlice;
  readonly menu: MenuSlice;
  readonly notices: NoticesSlice;
  readonly capabilities: Capabilities;
  readonly profiles: { use(name: string): void };
  readonly viewport: Viewport;
  readonly filter: { readonly where: Filter };
  refresh(): void;
}

export function createLogs({ get, patch, services }: SliceContext<{ logs: LogsSlice }, Needs>): LogsSlice {
  let known = new Set<string>();

  const slice = () => get().logs;
  const selected = () => slice().locations?.[get().menu.position.selected];
  const find = () => {
    void services.logs?.find().then(locations => patch('logs', { locations }));
  };
  const refuse = (problem: string) => patch('logs', { isBusy: false, problem });
  /** The website's own list shows what they count. */
  const showOwn = () => {
    get().navigation.leave(({ screen }) => screen === 'profiles' || screen === 'ownLogs');
    if (get().capabilities.countsLogs === true) get().refresh();
    else get().profiles.use('logs');
  };
  const add = async (location: LogLocation, domain: string | undefined) => {
    if (slice().isBusy) return;
    patch('logs', { isBusy: true, problem: undefined });
    const added = await services.logs?.add(location, domain);
    if (added?.problem !== undefined) return refuse(added.problem);
    patch('logs', { isBusy: false });
    showOwn();
  };
  const look = async (path: string) => {
    if (slice().isBusy) return;
    patch('logs', { isBusy: true, problem: undefined });
    const found = (await services.logs?.findAt(path)) ?? [];
    const [first] = found;
    if (first === undefined) return refuse('There is no log.');
    if (found.length === 1 && first.problem !== undefined) return refuse(first.problem);
    const patterns = new Set(found.map(({ pattern }) => pattern));
    const others = (slice().locations ?? []).filter(({ pattern }) => !patterns.has(pattern));
    patch('logs', { isBusy: false, question: undefined, locations: [...found, ...others] });
    get().menu.reset();
  };

  return {
    status: undefined,
    isReading: false,
    canAdd: services.logs !== undefined,
    locations: undefined,
    question: undefined,
    typed: emptyText,
    isBusy: false,
    problem: undefined,
    show(status) {
      patch('logs', { status });
      const isNew = (line: string) => !known.has(line);
      const [problem] = status.problems.filter(isNew);
      const [advice] = status.advice.filter(isNew);
      if (problem !== undefined) get().notices.say(problem, 'bad');
      else if (advice !== undefined) get().notices.say(advice);
      // One at a time: the others wait for the next status.
      const shownAdvice = problem === undefined && advice !== undefined ? [advice] : [];
      known = new Set([...status.problems, ...status.advice.filter(line => !isNew(line)), ...shownAdvice]);
    },
    reading: isReading => patch('logs', { isReading }),
    find,
    open() {
      patch('logs', { question: undefined, typed: emptyText, isBusy: false, problem: undefined });
      get().navigation.push({ screen: 'ownLogs' });
      get().menu.reset();
      find();
    },
    choose() {
      const location = selected();
      if (slice().locations === undefined) return;
      if (location === undefined) return slice().ask('file');
      // It may be readable by now.
      if (location.problem !== undefined) return find();
      if (location.isAdded) return showOwn();
      if (location.hosts.length > 0) return void add(location, undefined);
      if (location.site !== '') return void add(location, location.site);
      slice().ask('website');
    },
    ask: question => patch('logs', { question, typed: emptyText, problem: undefined }),
    type: typed => patch('logs', { typed, problem: undefined }),
    enter() {
      const { question, typed } = slice();
      const location = selected();
      if (question === 'file')
        return typed.value.trim() === '' ? refuse('Type the path of a log.') : void look(typed.value);
      if (location === undefined) return;
      const domain = normaliseDomain(typed.value) || location.site;
      const wrong = domain === '' ? 'Type the website that the log is of.' : checkDomain(domain);
      if (wrong === undefined) void add(location, domain);
      else refuse(wrong);
    },
  };
}

/** The last minutes of a website, read again every second while they are shown. */
export interface NowSlice {
  readonly canOpen: boolean;
  readonly websiteId: string | undefined;
  /** What the numbers are within: nothing, where the filter cannot be followed. */
  readonly where: Filter;
  /** Undefined until they are read. */
  readonly numbers: NowNumbers | undefined;
  /** Why they could not be read, one line. */
  readonly problem: string | undefined;
  readonly position: ListPosition;
  /** With `again` from the start: what the website excludes may have changed. */
  open(websiteId: string, again: boolean): void;
  move(by: Move): void;
  end(): void;
}

const everyMs = 1_000;

export function createNow({ get, patch, services }: SliceContext<{ now: NowSlice }, Needs>): NowSlice {
  let reading: AbortController | undefined;

  const isShown = (websiteId: string) => {
    const { view } = get().navigation;
    return view.screen === 'now' && view.websiteId === websiteId;
  };

  const follow = async (websiteId: string, where: Filter, signal: AbortSignal): Promise<void> => {
    const reader = await services.live?.open(websiteId, where);
    if (reader === undefined) return;
    try {
      while (!signal.aborted && isShown(websiteId)) {
        const numbers = await reader.read();
        if (signal.aborted || !isShown(websiteId)) return;
        const { problem, numbers: before } = get().now;
        if (problem !== undefined || JSON.stringify(numbers) !== JSON.stringify(before))
          patch('now', { numbers, problem: undefined });
        await pause(signal);
      }
    } finally {
      reader.close();
    }
  };

  const pause = (signal: AbortSignal) =>
    new Promise<void>(resolve => {
      const timer = services.after(everyMs, resolve);
      timer.unref();
      signal.addEventListener(
        'abort',
        () => {
          timer.stop();
          resolve();
        },
        { once: true },
      );
    });

  return {
    canOpen: services.live !== undefined,
    websiteId: undefined,
    where: noFilter,
    numbers: undefined,
    problem: undefined,
    position: listStart,
    open(websiteId, again) {
      const { now, filter } = get();
      const where = whyNotNow(filter.where) === undefined ? filter.where : noFilter;
      if (websiteId !== now.websiteId || filterKey(where) !== filterKey(now.where))
        patch('now', { websiteId, where, numbers: undefined, problem: undefined, position: listStart });
      else if (!again && reading?.signal.aborted === false) return;
      reading?.abort();
      const own = new AbortController();
      reading = own;
      void follow(websiteId, where, own.signal)
        .catch((error: unknown) => {
          const problem = error instanceof Error ? error.message : String(error);
          if (!own.signal.aborted) patch('now', { problem });
        })
        .finally(() => own.abort());
    },
    move(by) {
      const { numbers, position } = get().now;
      const { rows, columns } = nowLayout(get().viewport);
      const steps = Math.max(1, (numbers?.latest.length ?? 0) - rows * columns + 1);
      patch('now', { position: moveInList(position, scrolled[by], steps, rows) });
    },
    end: () => reading?.abort(),
  };
}
