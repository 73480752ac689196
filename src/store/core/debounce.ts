/** Longer than between two typed keys, and short enough to seem immediate. */
const searchDelayMs = 250;

/** Runs only the last of several actions, once no further one has come for a moment. */
export function createDebounce(): { run(action: () => void): void; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => clearTimeout(timer);
  return {
    run(action) {
      cancel();
      timer = setTimeout(action, searchDelayMs);
    },
    cancel,
  };
}
