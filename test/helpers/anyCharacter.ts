import * as fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/** Any code point but half a pair, as fast-check's unit "binary", which takes a process two seconds to make. */
export const anyCharacter = fc
  .oneof(fc.nat(0xff), fc.nat(firstSurrogate - 1), fc.nat(0x10ffff - surrogates))
  .map(place => String.fromCodePoint(place < firstSurrogate ? place : place + surrogates));
