/** What begins at an ESC: a key or an ignored sequence of so many UTF-16 units, or an incomplete one. */
export type Escape =
  | { readonly kind: 'key'; readonly length: number }
  | { readonly kind: 'reply'; readonly length: number }
  | { readonly kind: 'unfinished'; readonly held: 'escape' | 'sequence' };

const key = (length: number): Escape => ({ kind: 'key', length });
const reply = (length: number): Escape => ({ kind: 'reply', length });
const unfinished = (held: 'escape' | 'sequence'): Escape => ({ kind: 'unfinished', held });

// Answers to queries of an earlier program: OSC, DCS, APC, PM, SOS. Alt-] and Alt-P start alike, hence the second character.
const stringReply = /^\x1b(?:\][0-9lL]|P[0-9!>+$|=]|[_^X][\x21-\x7e])/;
const stringEnd = /\x07|\x1b\\/;
const possibleStringStart = /^\x1b[\]P_^X]$/;
const controlSequence = /^\x1b\[[0-?]*[ -/]*[@-~]/;
const controlSequenceStart = /^\x1b\[[0-?]*[ -/]*$/;
// The Linux console's F1 to F5, and rxvt's shifted keys, which end in what is no final byte elsewhere.
const oddKey = /^\x1b\[(?:\[[A-E]|[2-8]\$)/;
const mouseX10 = /^\x1b\[M/;
const shiftKey = /^\x1bO[0-9;]{0,9}[@-~]/;
const shiftKeyStart = /^\x1bO[0-9;]{0,9}$/;
// Replies about the terminal, focus, mouse; a cursor position is one, F3 with a modifier (ESC[1;2R) is not.
const noKey = /^\x1b\[(?:[<=>?].*|[IO]|[0-9;]*[Mnty]|(?!1;[2-8]R)\d+;\d+R|[0-9;]*\$y|20[01]~)$/;

/** What the ESC at the start of the text begins. Pastes are handled elsewhere. */
export function readEscape(text: string): Escape {
  const next = text[1];
  if (next === undefined) return unfinished('escape');
  if (next === '\x1b') return readDoubleEscape(text);
  if (next === '[') return readControlSequence(text);
  if (next === 'O') {
    const whole = shiftKey.exec(text);
    if (whole) return key(whole[0].length);
    if (!shiftKeyStart.test(text)) return key(2);
    return unfinished(text.length === 2 ? 'escape' : 'sequence');
  }
  if (stringReply.test(text)) {
    const end = stringEnd.exec(text);
    return end ? reply(end.index + end[0].length) : unfinished('sequence');
  }
  if (possibleStringStart.test(text)) return unfinished('escape');
  if (next < ' ' && !'\b\t\r\n'.includes(next)) return key(1);
  return key(1 + String.fromCodePoint(text.codePointAt(1) ?? 0).length);
}

function readControlSequence(text: string): Escape {
  if (mouseX10.test(text)) return text.length < 6 ? unfinished('sequence') : reply(6);
  const odd = oddKey.exec(text);
  if (odd) return key(odd[0].length);
  if (/^\x1b\[(?:\[|[2-8]\$)$/.test(text)) return unfinished('sequence');
  const whole = controlSequence.exec(text);
  if (whole) return noKey.test(whole[0]) ? reply(whole[0].length) : key(whole[0].length);
  if (controlSequenceStart.test(text)) return unfinished('sequence');
  // Interrupted by a control or non-ASCII character: the sequence is dropped, and parsing continues after it.
  return reply(/^\x1b\[[0-?]*[ -/]*/.exec(text)?.[0].length ?? 2);
}

/** ESC ESC [ A is Alt-Up in some terminals; any other second ESC begins something of its own. */
function readDoubleEscape(text: string): Escape {
  if (text.length === 2) return unfinished('escape');
  if (text[2] !== '[' && text[2] !== 'O') return key(1);
  const rest = readEscape(text.slice(1));
  return rest.kind === 'unfinished' ? rest : { kind: rest.kind, length: rest.length + 1 };
}
