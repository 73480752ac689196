import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../src', import.meta.url));

/** What is said in one way everywhere: how not, and how. */
const glossary: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/\bvs\b|\bcompared (?:with|to) \$\{/i, '"against"'],
  [/\bEsc (?:goes|comes|leads|brings you) back\b|\bEsc (?:to )?(?:leaves?|closes?|returns)\b/, '"Esc back"'],
  [/\bEsc cancels\b|, Esc stops(?! it\b)/, 'nothing: the footer says what Esc does'],
  [
    /\$\{formatDayShort\([^}]*\}-|\$\{from\}-\$\{/,
    'a range as describePeriod writes it: "26 Oct - 22 Nov 2026"',
  ],
  [
    /\$\{weekdayName\([^}]*\} \$\{formatDay/,
    'a day with its weekday as formatWeekday writes it: "Fri 6 Nov"',
  ],
  [/\d %|\} %(?!\w)|' %'|\bper cent\b/, 'a percentage as formatChange and percent write it: "+30%"'],
  [
    /\bexplain nothing\b|\ball rises and falls\b|\bmost usual of\b|\b[Bb]lanks stand\b|\bdoes nothing now\b/,
    'plain words',
  ],
];

/** The texts in quotes of a source, without its comments. */
function textsOf(source: string): string[] {
  const code = source.replaceAll(/\/\*[^]*?\*\/|(?<=^|[\s;{(,])\/\/.*$/gm, '');
  return [...code.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)].map(
    ([text]) => text,
  );
}

function wrongIn(source: string): string[] {
  return textsOf(source).flatMap(text =>
    glossary.flatMap(([wrong, right]) =>
      wrong.test(text) ? [`${text.slice(0, 120)} should be ${right}`] : [],
    ),
  );
}

test('every message keeps to the glossary', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(file => /\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap(file =>
    wrongIn(readFileSync(join(root, file), 'utf8')).map(line => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});

test.each([
  'say(`vs ${day}`)',
  "say('Esc goes back.')",
  "say('It is saved: Esc leaves.')",
  "say('3 of 4 read, Esc stops')",
  'say(`${formatDayShort(from)}-${formatDayShort(to)}`)',
  'say(`on ${weekdayName(day)} ${formatDayShort(day)}`)',
  'say(`${share} % more`)',
  "say('they explain nothing')",
])('%s is found', source => {
  expect(wrongIn(source)).toHaveLength(1);
});

test.each([
  '// Esc goes back, vs nothing',
  "say('Esc back')",
  "say('against Sat 31 Oct, a usual Saturday')",
  'const rest = a % b;',
])('%s is fine', source => {
  expect(wrongIn(source)).toEqual([]);
});
