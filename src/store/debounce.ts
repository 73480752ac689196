/** DESIGN: the service is asked 250 ms after the last key. */
const searchDelayMs = 250;

/** Runs the last of several actions once the keys have come to rest. */
export function createDebounce(delayMs = searchDelayMs): { run(action: () => void): void; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => clearTimeout(timer);
  return {
    run(action) {
      cancel();
      timer = setTimeout(action, delayMs);
    },
    cancel,
  };
}
