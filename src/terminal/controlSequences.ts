/**
 * A whole control sequence: a string sequence (OSC, DCS, APC, PM, SOS) up to its terminator or the next escape, a CSI
 * sequence, or any other escape. In the 7-bit and in the 8-bit form. Of an unterminated string only the
 * introducer is removed: texts that are joined to one line must not remove each other. Every branch takes linear time.
 */
const sequences =
  /(?:\x1B[\]PX^_]|[\x90\x98\x9D-\x9F])(?:[^\x07\x18\x1A\x1B\x90\x98\x9C-\x9F]*(?:[\x07\x18\x1A\x9C]|\x1B\\|(?=[\x1B\x90\x98\x9D-\x9F])))?|(?:\x1B\[|\x9B)[0-?]*[ -/]*[@-~]?|\x1B[ -/]*[0-~]?/g;

const hasEscape = /[\x1B\x80-\x9F]/;
const breaksAndTabs = /\r\n|[\t-\r\x85\u2028\u2029]/g;

/** Removes control sequences and makes one line of the rest: a line break or a tab becomes a space. */
export function stripSequences(text: string): string {
  const bare = hasEscape.test(text) ? text.replace(sequences, '') : text;
  return bare.replace(breaksAndTabs, ' ');
}
