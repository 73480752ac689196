import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../src', import.meta.url));

/** The themes, what becomes of their colours on the way to the terminal or into a picture, and the answer that tells one. Everything else names roles. */
const ofColours = /^terminal\/(?:theme|screen|picture)\b/;

const names =
  'black|red|green|yellow|blue|magenta|cyan|white|gr[ae]y|(?:black|red|green|yellow|blue|magenta|cyan|white)Bright';

/** What names a colour in a source text: a prop of Ink with anything but a role, a name or a number of a colour, SGR. */
const namesColour: readonly RegExp[] = [
  /\bdimColor\b/,
  /\b(?:color|backgroundColor|border\w*(?:Color|BackgroundColor))\b(?!\s*[=:]\s*\{?\s*inkColour\()\s*[=:]/,
  new RegExp(`['"\`](?:${names})['"\`]`),
  /['"`]#(?:[\da-f]{3}|[\da-f]{6})['"`]/i,
  /(?:ansi256|rgb|hex)\(/,
  /\\x1b\[[\d;]*[34]\d[\d;]*m|\\x1b\[\$?\{?[34]8;/,
];

function colourIn(source: string): string | undefined {
  for (const pattern of namesColour) {
    const found = pattern.exec(source)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

test('only the themes name colours', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => /\.tsx?$/.test(file) && !ofColours.test(file));
  expect(files.length).toBeGreaterThan(100);
  const drawn = files.filter(file =>
    /^(?:app|components|screens|charts|commands|store|terminal|[^/]+$)/.test(file),
  );
  const found = drawn.flatMap(file => {
    const colour = colourIn(readFileSync(join(root, file), 'utf8'));
    return colour === undefined ? [] : [`${file}: ${colour}`];
  });
  expect(found).toEqual([]);
});

test.each([
  '<Text color="cyan">',
  '<Text color={hue}>',
  '<Text dimColor>',
  '<Text backgroundColor={`ansi256(${n})`}>',
  '<Box borderColor="cyan">',
  '<Box borderTopColor={x}>',
  "const hue = 'redBright';",
  "const hue = '#5fc9b8';",
  'const props = { color: tone };',
  "write('\\x1b[31mno')",
])('%s is found', source => {
  expect(colourIn(source)).toBeDefined();
});

test.each([
  "<Text color={inkColour('accent')}>",
  '({ color: inkColour(tone) })',
  "<Line parts={[{ text, tone: 'good', on: 'selection' }]} />",
])('%s is a role', source => {
  expect(colourIn(source)).toBeUndefined();
});
