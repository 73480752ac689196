import type { FollowStatus } from '#model/service/following.ts';
import { emptyText, type TextValue } from '#model/text/textValue.ts';
import { checkDomain, normaliseDomain } from '#model/website/domain.ts';
import type { StoreContext } from '#store/core/context.ts';
import type { LogPlace } from '#store/profiles/logsService.ts';

/** What is typed in the dialog: the website that all lines of the selected log are of, or the path of another log. */
export type LogsQuestion = 'website' | 'file';

/** The user's own logs: how they are followed, and the dialog that adds some. */
export interface LogsSlice {
  /** Undefined where there are none, and for another service. */
  readonly status: FollowStatus | undefined;
  /** They are being read, which takes a while. */
  readonly isReading: boolean;
  /** Whether logs can be added here. */
  readonly canAdd: boolean;
  /** The logs of this machine; undefined while they are looked for. */
  readonly places: readonly LogPlace[] | undefined;
  /** What is typed now; undefined: the list has the keys. */
  readonly asks: LogsQuestion | undefined;
  readonly typed: TextValue;
  /** A log is looked at, or added. */
  readonly isBusy: boolean;
  /** Why nothing was added, one line. */
  readonly problem: string | undefined;
  show(status: FollowStatus): void;
  reading(isReading: boolean): void;
  /** Looks for the logs of this machine. */
  find(): void;
  /** Opens the dialog. */
  open(): void;
  /** Adds the selected log, or asks what is still to be known; behind the logs another one is asked for. */
  choose(): void;
  ask(question: LogsQuestion | undefined): void;
  type(text: TextValue): void;
  /** Takes what was typed. */
  enter(): void;
}

export function createLogs({ get, patch, services }: StoreContext): LogsSlice {
  let said = new Set<string>();

  const slice = () => get().logs;
  const selected = () => slice().places?.[get().menu.position.selected];
  const find = () => {
    void services.logs?.find().then(places => patch('logs', { places }));
  };
  const refuse = (problem: string) => patch('logs', { isBusy: false, problem });
  /** The website's own list shows what they count. */
  const showOwn = () => {
    get().navigation.leave(({ screen }) => screen === 'profiles' || screen === 'ownLogs');
    if (get().profile.kind === 'logs') get().refresh();
    else get().profiles.use('logs');
  };
  const add = async (place: LogPlace, domain: string | undefined) => {
    if (slice().isBusy) return;
    patch('logs', { isBusy: true, problem: undefined });
    const added = await services.logs?.add(place, domain);
    if (added?.problem !== undefined) return refuse(added.problem);
    patch('logs', { isBusy: false });
    showOwn();
  };
  const look = async (path: string) => {
    if (slice().isBusy) return;
    patch('logs', { isBusy: true, problem: undefined });
    const found = (await services.logs?.look(path)) ?? [];
    const [first] = found;
    if (first === undefined) return refuse('There is no log.');
    if (found.length === 1 && first.problem !== undefined) return refuse(first.problem);
    const patterns = new Set(found.map(({ pattern }) => pattern));
    const others = (slice().places ?? []).filter(({ pattern }) => !patterns.has(pattern));
    patch('logs', { isBusy: false, asks: undefined, places: [...found, ...others] });
    get().menu.reset();
  };

  return {
    status: undefined,
    isReading: false,
    canAdd: services.logs !== undefined,
    places: undefined,
    asks: undefined,
    typed: emptyText,
    isBusy: false,
    problem: undefined,
    show(status) {
      patch('logs', { status });
      const [first] = status.problems.filter(problem => !said.has(problem));
      said = new Set(status.problems);
      if (first !== undefined) get().notices.say(first, 'bad');
    },
    reading: isReading => patch('logs', { isReading }),
    find,
    open() {
      patch('logs', { asks: undefined, typed: emptyText, isBusy: false, problem: undefined });
      get().navigation.push({ screen: 'ownLogs' });
      get().menu.reset();
      find();
    },
    choose() {
      const place = selected();
      if (slice().places === undefined) return;
      if (place === undefined) return slice().ask('file');
      // It may be readable by now.
      if (place.problem !== undefined) return find();
      if (place.isAdded) return showOwn();
      if (place.hosts.length > 0) return void add(place, undefined);
      if (place.site !== '') return void add(place, place.site);
      slice().ask('website');
    },
    ask: asks => patch('logs', { asks, typed: emptyText, problem: undefined }),
    type: typed => patch('logs', { typed, problem: undefined }),
    enter() {
      const { asks, typed } = slice();
      const place = selected();
      if (asks === 'file')
        return typed.value.trim() === '' ? refuse('Type the path of a log.') : void look(typed.value);
      if (place === undefined) return;
      const domain = normaliseDomain(typed.value) || place.site;
      const wrong = domain === '' ? 'Type the website that the log is of.' : checkDomain(domain);
      if (wrong === undefined) void add(place, domain);
      else refuse(wrong);
    },
  };
}
