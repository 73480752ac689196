import * as fc from 'fast-check';
import { anyCharacter } from '../helpers/anyCharacter.ts';

/** Pieces an attacker, a careless program or a person far away puts into a referrer, put together at random below. */
const pieces = [
  // Control sequences, whole and begun.
  ...'\x1b[31m|\x1b]0;title\x07|\x1b]8;;https://evil.example\x1b\\|\x1b]52;c;aGk=|\x1bP1$r0m\x1b\\|\x1b_apc\x9c|\x1b^pm\x1b\\|\x1bXsos\x1b\\|\x9b2J|\x9d0;t\x9c|\x90q\x9c|\x1b|\x1b[|\x1bc'.split(
    '|',
  ),
  // Controls.
  ...'\x07|\x00|\x7f|\x84|\r\n|\t|\v\f\x85\u2028\u2029'.split('|'),
  // What has no width, or turns the direction round.
  ...'\u202e|\u2066|\u200b|\u200d|\u2060|\ufeff|\u00ad|\u034f|\ufe0f|\ufe0e'.split('|'),
  // Tags, variation selectors, private use, unassigned, fillers.
  ...'\u{e0041}|\u{e0100}|\ue000|\u{f0000}|\uffff|\u{1fffe}|\u0378|\u3164|\uffa0|\u115f|\u1160|\ufff9a\ufffab\ufffb|\ufffc'.split(
    '|',
  ),
  // Halves of pairs.
  ...'\ud800|\udc00'.split('|'),
  // Emoji of several code points.
  ...'👨‍👩‍👧|👍🏽|🏽|❤️‍🔥|🇩🇪|🇩|1️⃣|#\u20e3|🏴\u{e0067}\u{e0062}\u{e007f}'.split('|'),
  // Marks.
  ...'e\u0301|\u0301|a\u0300\u0301\u0302\u0303'.split('|'),
  // Letters that join, are wide, or go to the left.
  ...'한국어|\u1112\u1161\u11ab|\u1161|日本語|ｶﾞ|か\u3099|น้ำ|ຳ|क्षि|שָׁלוֹם|مَرْحَبًا'.split('|'),
  // What terminals disagree on, and ordinary text.
  ...'\u0600|\u0d4e|\u{11a84}a|\u{1f600}|✅|㉈|䷀|ﬁ|\u212b|Zürich|plain|─▁⣿'.split('|'),
];

export const hostileText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map(parts => parts.join('')),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map(units => String.fromCharCode(...units)),
);
