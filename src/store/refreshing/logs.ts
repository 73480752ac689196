import type { FollowStatus } from '#model/service/following.ts';
import type { StoreContext } from '#store/core/context.ts';

/** The user's own logs, while they are followed. */
export interface LogsSlice {
  /** Undefined where there are none, and for another service. */
  readonly status: FollowStatus | undefined;
  show(status: FollowStatus): void;
}

export function createLogs({ get, patch }: StoreContext): LogsSlice {
  let said = new Set<string>();
  return {
    status: undefined,
    show(status) {
      patch('logs', { status });
      const fresh = status.problems.filter(problem => !said.has(problem));
      said = new Set(status.problems);
      const [first] = fresh;
      if (first !== undefined) get().notices.say(first, 'bad');
    },
  };
}
