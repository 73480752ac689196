import * as fc from 'fast-check';

/** Of any code points but halves of pairs. The unit 'binary' of fc.string maps all of Unicode first, which takes seconds. */
export function anyText(maxLength?: number): fc.Arbitrary<string> {
  const unit = fc.oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10_ffff }),
  );
  const points = fc.array(unit, maxLength === undefined ? {} : { maxLength });
  return points.map(all => all.map(point => String.fromCodePoint(point)).join(''));
}
