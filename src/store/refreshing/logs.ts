import type { FollowStatus } from '#model/service/following.ts';
import { emptyText, type TextValue } from '#model/text/textValue.ts';
import { checkDomain, normaliseDomain } from '#model/website/domain.ts';
import type { StoreContext } from '#store/core/context.ts';
import type { LogPlace } from '#store/profiles/logsService.ts';

/** The user's own logs: how they are followed, and the dialog that adds some. */
export interface LogsSlice {
  /** Undefined where there are none, and for another service. */
  readonly status: FollowStatus | undefined;
  /** Whether logs can be added here. */
  readonly canAdd: boolean;
  /** The logs of this machine; undefined while they are looked for. */
  readonly places: readonly LogPlace[] | undefined;
  /** The website as it is typed; where it is empty, the one that the chosen log tells of. */
  readonly domain: TextValue;
  readonly isAdding: boolean;
  /** Why they were not added, one line. */
  readonly problem: string | undefined;
  show(status: FollowStatus): void;
  open(): void;
  type(domain: TextValue): void;
  /** Adds the selected logs, and shows what they count. */
  add(): Promise<void>;
}

export function createLogs({ get, patch, services }: StoreContext): LogsSlice {
  let said = new Set<string>();
  return {
    status: undefined,
    canAdd: services.logs !== undefined,
    places: undefined,
    domain: emptyText,
    isAdding: false,
    problem: undefined,
    show(status) {
      patch('logs', { status });
      const [first] = status.problems.filter(problem => !said.has(problem));
      said = new Set(status.problems);
      if (first !== undefined) get().notices.say(first, 'bad');
    },
    open() {
      patch('logs', { places: undefined, domain: emptyText, isAdding: false, problem: undefined });
      get().navigation.push({ screen: 'ownLogs' });
      get().menu.reset();
      void services.logs?.places().then(places => patch('logs', { places }));
    },
    type: domain => patch('logs', { domain, problem: undefined }),
    async add() {
      const { places = [], domain: typed, isAdding } = get().logs;
      const place = places[get().menu.position.selected];
      if (place === undefined || isAdding) return;
      const domain = normaliseDomain(typed.value) || place.domain;
      const wrong = domain === '' ? 'Type the website that the log is of.' : checkDomain(domain);
      if (wrong !== undefined) return patch('logs', { problem: wrong });
      patch('logs', { isAdding: true, problem: undefined });
      const added = await services.logs?.add(place, domain);
      patch('logs', { isAdding: false, problem: added?.problem });
      if (added?.problem !== undefined) return;
      get().navigation.leave(({ screen }) => screen === 'profiles' || screen === 'ownLogs');
      if (get().profile.kind === 'logs') get().refresh();
      else get().profiles.use('logs');
    },
  };
}
