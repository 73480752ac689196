import type { Room } from './axis.ts';
import {
  asContent,
  atMost,
  exactly,
  frameOf,
  marginOf,
  type LayoutNode,
  type Mode,
  type Size,
} from './node.ts';

export function sizeOfText(node: LayoutNode, room: Room): Size {
  const across = frameOf(node, true);
  const down = frameOf(node, false);
  const width = room.width - marginOf(node, true);
  const height = room.height - marginOf(node, false);
  if (room.widthMode === exactly && room.heightMode === exactly) return bounded(node, width, height);
  const inner = (size: number, mode: Mode, frame: number) =>
    mode === asContent || Number.isNaN(size) ? Number.NaN : Math.max(0, size - frame);
  const text = node.measure?.(
    inner(width, room.widthMode, across),
    room.widthMode,
    inner(height, room.heightMode, down),
    room.heightMode,
  ) ?? { width: 0, height: 0 };
  return bounded(
    node,
    room.widthMode === exactly ? width : text.width + across,
    room.heightMode === exactly ? height : text.height + down,
  );
}

export function sizeOfEmpty(node: LayoutNode, room: Room): Size {
  return bounded(
    node,
    room.widthMode === exactly ? room.width - marginOf(node, true) : 0,
    room.heightMode === exactly ? room.height - marginOf(node, false) : 0,
  );
}

/** Whatever is in it: its size is given, or there is no room for it. */
export function isSettled(node: LayoutNode, room: Room): boolean {
  const noRoom = (size: number, mode: Mode, isRow: boolean) =>
    mode === atMost && size - marginOf(node, isRow) <= 0;
  return (
    noRoom(room.width, room.widthMode, true) ||
    noRoom(room.height, room.heightMode, false) ||
    (room.widthMode === exactly && room.heightMode === exactly)
  );
}

export function sizeOfSettled(node: LayoutNode, room: Room): Size {
  const size = (given: number, mode: Mode, isRow: boolean) => {
    const rest = given - marginOf(node, isRow);
    return Number.isNaN(rest) || (mode === atMost && rest < 0) ? 0 : rest;
  };
  return bounded(node, size(room.width, room.widthMode, true), size(room.height, room.heightMode, false));
}

/** No box is smaller than its padding and border. */
export function bounded(node: LayoutNode, width: number, height: number): Size {
  return { width: atLeast(width, frameOf(node, true)), height: atLeast(height, frameOf(node, false)) };
}

export function atLeast(size: number, least: number): number {
  return size < least || Number.isNaN(size) ? least : size;
}
