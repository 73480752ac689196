/** What connecting a service goes through, in this order. */
export const connectSteps = ['url', 'key', 'websites'] as const;
export type ConnectStep = (typeof connectSteps)[number];

/** How far connecting has come: the steps before are done. Undefined `at`: not begun. */
export interface ConnectProgress {
  readonly at?: ConnectStep | undefined;
  /** The step did not work. */
  readonly isFailed?: boolean;
  /** It is the user's turn: the step is not begun. */
  readonly isWaiting?: boolean;
}

type StepState = 'open' | 'running' | 'done' | 'failed';

export function stepState(step: ConnectStep, { at, isFailed, isWaiting }: ConnectProgress): StepState {
  const distance = at === undefined ? 1 : connectSteps.indexOf(step) - connectSteps.indexOf(at);
  if (distance === 0 && isWaiting !== true) return isFailed === true ? 'failed' : 'running';
  return distance < 0 ? 'done' : 'open';
}
