const quarter = 900_000;

/**
 * Calls `look` soon after every quarter of an hour: in every time zone midnight is one. Returns how to end it. What waits
 * does not keep the program alive.
 */
export function everyQuarterHour(now: () => number, look: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    // A clock that stands still, or goes a little ahead of the timer, must not make it run without a pause.
    timer = setTimeout(next, Math.max(1_000, quarter - (now() % quarter))).unref();
  };
  const next = () => {
    look();
    wait();
  };
  wait();
  return () => clearTimeout(timer);
}
