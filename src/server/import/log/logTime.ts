const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const zero = 48;

/** Characters of "17/May/2015:10:05:03 +0000". */
export const logTimeLength = 26;

let lastDate = '';
let lastMidnight = NaN;

/** Seconds since 1970 of a log's time stamp that begins at a place of the line; NaN where there is none. */
export function logTime(line: string, at: number): number {
  if (!hasShape(line, at)) return NaN;
  const hour = twoDigits(line, at + 12);
  const minute = twoDigits(line, at + 15);
  const second = twoDigits(line, at + 18);
  const offsetHours = twoDigits(line, at + 22);
  const offsetMinutes = twoDigits(line, at + 24);
  // 60 is a leap second. Comparisons with NaN are false.
  if (!(hour < 24 && minute < 60 && second <= 60 && offsetHours < 24 && offsetMinutes < 60)) return NaN;
  const offset = (offsetHours * 60 + offsetMinutes) * 60 * (line.charCodeAt(at + 21) === 45 ? -1 : 1);
  return midnight(line.slice(at, at + 11)) + hour * 3600 + minute * 60 + second - offset;
}

function hasShape(line: string, at: number): boolean {
  const sign = line.charCodeAt(at + 21);
  return (
    line.charCodeAt(at + 11) === 58 &&
    line.charCodeAt(at + 14) === 58 &&
    line.charCodeAt(at + 17) === 58 &&
    line.charCodeAt(at + 20) === 32 &&
    (sign === 43 || sign === 45)
  );
}

/** Lines of one day stand together, so the last one is remembered. */
function midnight(date: string): number {
  if (date === lastDate) return lastMidnight;
  const [, day, name = '', year] = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4})$/.exec(date) ?? [];
  const month = months.indexOf(name);
  const milliseconds = month < 0 ? NaN : Date.UTC(Number(year), month, Number(day));
  const exists = new Date(milliseconds).getUTCDate() === Number(day) && milliseconds >= 0;
  lastDate = date;
  lastMidnight = exists ? milliseconds / 1000 : NaN;
  return lastMidnight;
}

function twoDigits(line: string, at: number): number {
  const tens = line.charCodeAt(at) - zero;
  const ones = line.charCodeAt(at + 1) - zero;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}
