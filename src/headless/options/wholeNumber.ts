import { UsageError } from '#connection/errors.ts';

/** Reads an option's value as a whole number from `least` on. Throws a UsageError. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return text => {
    const value = /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
    throw new UsageError(`Give a whole number ${range}.`);
  };
}
