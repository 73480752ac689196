const seconds = { s: 1, m: 60, h: 3600 } as const;

/** Seconds of "90", "90s", "5m" or "1h"; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = 's'] = /^(\d{1,6})\s*([smh])?$/i.exec(text.trim()) ?? [];
  if (count === undefined) return undefined;
  const lower = unit.toLowerCase();
  return Number(count) * (lower === 'h' ? seconds.h : lower === 'm' ? seconds.m : seconds.s);
}

/** "90 s", "5 min", "1 h". */
export function durationText(of: number): string {
  if (of % seconds.h === 0) return `${of / seconds.h} h`;
  return of % seconds.m === 0 && of > seconds.m ? `${of / seconds.m} min` : `${of} s`;
}
