const quarter = 900_000;

/**
 * Calls `look` after every quarter of an hour: midnight of every time zone is one. Returns a function that stops it. The
 * timer does not keep the process alive.
 */
export function everyQuarterHour(now: () => number, look: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    // With a stopped clock, or one slightly ahead of the timer, it must not spin.
    timer = setTimeout(next, Math.max(1_000, quarter - (now() % quarter))).unref();
  };
  const next = () => {
    look();
    wait();
  };
  wait();
  return () => clearTimeout(timer);
}
