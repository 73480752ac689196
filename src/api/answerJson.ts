import { parsedJson } from '#text/parsedJson.ts';
import { groupThousands } from '#text/words.ts';
import { ApiError } from './error.ts';

/** Of 5 MB of short values JSON.parse takes a second, and all that walks through them more. */
const mostValues = 400_000;

/** The value of a body; undefined where it is no JSON. Throws an ApiError of kind shape where it holds too many values. */
export function answerJson(text: string): unknown {
  // Each takes a character and a comma or bracket at least.
  if (text.length >= mostValues && hasMoreValues(text, mostValues))
    throw new ApiError(
      'shape',
      `The answer holds more than ${groupThousands(mostValues)} values: ask for less, or check the address.`,
    );
  return parsedJson(text);
}

/** Counts the values without making them: each stands behind a bracket or a comma outside of strings. */
function hasMoreValues(text: string, most: number): boolean {
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at + 1);
    } else if (code === comma || code === bracket || code === brace) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
}

const [quote, comma, bracket, brace, backslash] = [34, 44, 91, 123, 92];

/** Where the quote is that ends a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (at - slashes > start && text.charCodeAt(at - slashes - 1) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
