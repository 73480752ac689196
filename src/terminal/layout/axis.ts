import { frameOf, marginOf, type LayoutNode, type Mode } from './node.ts';

/** The room a box is given, its own margins in it; NaN where there is no limit. */
export interface Room {
  readonly width: number;
  readonly widthMode: Mode;
  readonly height: number;
  readonly heightMode: Mode;
  /** What percentages are of. */
  readonly ownerWidth: number;
  readonly ownerHeight: number;
}

/** One axis of what children are laid out in: the room inside padding and border. */
export interface Axis {
  readonly isRow: boolean;
  readonly inner: number;
  readonly mode: Mode;
}

export function axisOf(node: LayoutNode, room: Room, isRow: boolean): Axis {
  const size = isRow ? room.width : room.height;
  const inner = size - marginOf(node, isRow) - frameOf(node, isRow);
  return { isRow, inner: inner < 0 ? 0 : inner, mode: isRow ? room.widthMode : room.heightMode };
}

export const sizeAlong = ({ measured }: LayoutNode, isRow: boolean) =>
  isRow ? measured.width : measured.height;

export const outer = (child: LayoutNode, isRow: boolean) => sizeAlong(child, isRow) + marginOf(child, isRow);

export function roomOf(
  main: Axis,
  cross: Axis,
  along: readonly [number, Mode],
  across: readonly [number, Mode],
): Room {
  const [[width, widthMode], [height, heightMode]] = main.isRow ? [along, across] : [across, along];
  const [ownerWidth, ownerHeight] = main.isRow ? [main.inner, cross.inner] : [cross.inner, main.inner];
  return { width, widthMode, height, heightMode, ownerWidth, ownerHeight };
}
