import { asContent, atMost, exactly, type Known, type LayoutNode, marginOf, type Mode } from './node.ts';

/** As many results as Yoga keeps: a further one takes the first one's place. */
const places = 8;

type Room = Omit<Known, 'result'>;

/** What is known of a box in this room. A text is asked less often: where it fits, how it fits is known. */
export function knownFor(node: LayoutNode, room: Room, final: boolean): Known | undefined {
  const { laidOut, sizes } = node;
  if (node.measure !== undefined) {
    const answers = (known: Known) =>
      textAnswers(known, room, marginOf(node, true), true) &&
      textAnswers(known, room, marginOf(node, false), false);
    return laidOut !== undefined && answers(laidOut) ? laidOut : sizes.find(answers);
  }
  const isSame = (known: Known) => sameAlong(known, room, true) && sameAlong(known, room, false);
  if (final) return laidOut !== undefined && isSame(laidOut) ? laidOut : undefined;
  return laidOut !== undefined && isSame(laidOut) ? laidOut : sizes.find(isSame);
}

export function remember(node: LayoutNode, known: Known, final: boolean): void {
  if (final) node.laidOut = known;
  else node.sizes[node.nextSize++ % places] = known;
}

function along(room: Room, isRow: boolean): [number, Mode] {
  return isRow ? [room.width, room.widthMode] : [room.height, room.heightMode];
}

function sameAlong(known: Room, room: Room, isRow: boolean): boolean {
  const [size, mode] = along(room, isRow);
  const [knownSize, knownMode] = along(known, isRow);
  return mode === knownMode && isEqual(size, knownSize);
}

/** The rules are Yoga's. */
function textAnswers(known: Known, room: Room, margin: number, isRow: boolean): boolean {
  if (sameAlong(known, room, isRow)) return true;
  const [whole, mode] = along(room, isRow);
  const [knownWhole, knownMode] = along(known, isRow);
  const size = whole - margin;
  const result = isRow ? known.result.width : known.result.height;
  if (mode === exactly) return isEqual(size, result);
  if (mode !== atMost) return false;
  const fits = size >= result || isEqual(size, result);
  return fits && (knownMode === asContent || (knownMode === atMost && knownWhole > size));
}

function isEqual(one: number, other: number): boolean {
  if (Number.isNaN(one) || Number.isNaN(other)) return Number.isNaN(one) && Number.isNaN(other);
  return Math.abs(one - other) < 0.0001;
}
