/** Long enough for the next key, short enough to seem at once. */
const searchDelayMs = 250;

/** Runs the last of several actions once the keys have come to rest. */
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
