import { safeText } from '#text/safeText.ts';
import { characterWidth } from '#text/characters.ts';

const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('.');
const c1 = Array.from({ length: 33 }, (_, code) => String.fromCharCode(0x7f + code)).join('.');

/**
 * What attackers put into a referrer or a path. Each stands between two letters, so that something of it is to be seen. No
 * two have the same harmless twin: of equal rows a table shows one.
 */
export const hostileTexts: readonly string[] = [
  controls,
  c1,
  '\x1b[2J\x1b[H\x1b[31mred\x1b[999Cfar\x1b[5A',
  '\x1b[6n\x1b[c\x1b[>q\x1b[?1000h\x1b[?1049l\x1b[?25h\x1bc\x1b7\x1b8\x1b#8\x1b(0',
  '\x9b2J\x9b31mred\x9d0;title\x9c\x90q\x9c',
  '\x1b]0;title\x07\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\',
  '\x1b]9;notice\x07\x1b]1337;File=inline=1:AAAA\x07\x1b]777;notify;a;b\x07told',
  '\x1b]52;c;aGVsbG8=\x07pasted\x1b]52;c;?\x07',
  '\x1bP+q544e\x1b\\dcs\x1b_Gf=100;AAAA\x1b\\apc\x1b^pm\x1b\\\x1bXsos\x1b\\',
  '\x1b]52;c;never ended',
  '\x1bP$q never ended',
  '\u202eevil\u202c \u2066in\u2069 \u200eL\u200fR \u061cA',
  'zero\u200bwidth\u200c\u200d\u2060\ufeffjoin\u00adsoft\u034f\u180e',
  '\u{e0041}\u{e0042}\u{e007f}tags\u{e0100}',
  'line\u2028para\u2029next\x85feed\vvt\fff\r\ncrlf\rcr\nlf\ttab',
  '\ud800lone\udc00\udfff\ud83d',
  'nul\0nul\0\0',
  'x'.repeat(10_000),
  '\u0301'.repeat(50) + 'e' + '\u0301\u0302\u0303'.repeat(60),
  '\x1b]0;'.repeat(2500),
  '\ufdfd\u{12031}\u3164\uffa0\u115f\u1160\ufffc\ufff9b\ufffb\uffff\u{1fffe}\ue000\u{f0000}',
].map(text => `a.${text}.z`);

/** Honest texts from all over the world that terminals have trouble with. */
export const foreignTexts: readonly string[] = [
  'plain.example.com',
  '日本語のとても長いドメイン.example',
  '한국어.example',
  'ｶﾞｷﾞｸﾞ.example',
  'e\u0301te\u0301.example',
  'a\u0300\u0301\u0302\u0303b.example',
  'שָׁלוֹם.example',
  'مَرْحَبًا.example',
  'क्षि-हिन्दी.example',
  'น้ำ.example',
  '👨‍👩‍👧-family.example',
  '👍🏽-thumb.example',
  '❤️‍🔥-heart.example',
  '🇩🇪🇫🇷-flags.example',
  '1️⃣2️⃣-keys.example',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}-england.example',
  'か\u3099き\u3099.example',
  '\u1112\u1161\u11ab\u1100\u1173\u11af.example',
  'Ω≈ç√∫˜µ≤≥÷.example',
  '─│┌▁▂█⣿.example',
  'x'.repeat(300),
];

/**
 * A harmless text of the same columns: every character that is not ASCII becomes a filler as wide as it is. Where the one
 * text stands on a screen, the other one has to fill the same cells. Line breaks stay, since fields of many lines have them.
 */
export function plainTwin(text: string): string {
  return text.split(/\r?\n/).map(plainLine).join('\n');
}

export const narrowFiller = '¤';
export const wideFiller = '口';

function plainLine(line: string): string {
  return Array.from(safeText(line), character => {
    if (character >= ' ' && character <= '~') return character;
    const width = characterWidth(character);
    return width === 0 ? '' : width === 1 ? narrowFiller : wideFiller;
  }).join('');
}
