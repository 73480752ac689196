import { layOutAbsolute } from './absolute.ts';
import { type Axis, axisOf, outer, type Room, roomOf, sizeAlong } from './axis.ts';
import { knownFor, remember } from './known.ts';
import {
  asContent,
  atMost,
  exactly,
  frameOf,
  leadingFrame,
  lengthOf,
  marginOf,
  type LayoutNode,
  type Mode,
} from './node.ts';
import { isSettled, sizeOfEmpty, sizeOfSettled, sizeOfText } from './ownSize.ts';
import { shareOut } from './share.ts';

/**
 * Works out the size of a box, and with `final` where everything in it lies. The steps are those of Yoga's algorithm for
 * one line of boxes that stretch across it, so that every frame is the same.
 */
export function layOut(node: LayoutNode, room: Room, final: boolean): void {
  const known = knownFor(node, room, final);
  if (known !== undefined) {
    node.measured = known.result;
    if (final) settle(node);
    return;
  }
  if (node.measure !== undefined) node.measured = sizeOfText(node, room);
  else if (node.children.length === 0) node.measured = sizeOfEmpty(node, room);
  else if (!final && isSettled(node, room)) node.measured = sizeOfSettled(node, room);
  else layOutChildren(node, room, final);
  remember(node, { ...room, result: node.measured }, final);
  if (final) settle(node);
}

function settle(node: LayoutNode): void {
  node.size = node.measured;
  node.isDirty = false;
}

function layOutChildren(node: LayoutNode, room: Room, final: boolean): void {
  const main = axisOf(node, room, node.isRow);
  const cross = axisOf(node, room, !node.isRow);
  const children = node.children.filter(child => !child.isAbsolute && !child.isHidden);
  for (const child of node.children) if (child.isHidden) hide(child);
  for (const child of children) child.flexBasis = basisOf(child, main, cross);
  const sizes = shareOut(children, main);
  for (const [index, child] of children.entries())
    sizeChild(child, sizes[index] ?? 0, main, cross, { final });
  const line = Math.max(0, ...children.map(child => outer(child, cross.isRow)));
  const lineCross = cross.mode === exactly ? cross.inner : line;
  if (final) {
    for (const child of children) stretch(child, lineCross, main, cross);
    place(node, children);
  }
  const used = children.reduce((sum, child) => sum + outer(child, main.isRow), 0);
  const mainSize = (main.mode === exactly ? main.inner : used) + frameOf(node, main.isRow);
  const crossSize = lineCross + frameOf(node, cross.isRow);
  node.measured = node.isRow
    ? { width: mainSize, height: crossSize }
    : { width: crossSize, height: mainSize };
  if (final)
    for (const child of node.children)
      if (child.isAbsolute && !child.isHidden) layOutAbsolute(node, child, layOut);
}

function hide(child: LayoutNode): void {
  child.measured = child.size = { width: 0, height: 0 };
  child.left = child.top = 0;
}

/** How long a child would be along its parent if there were room. */
function basisOf(child: LayoutNode, main: Axis, cross: Axis): number {
  const frame = frameOf(child, main.isRow);
  const own = lengthOf(child, main.isRow, main.inner);
  const { value, percent } = child.basis;
  const basis = percent ? (value * main.inner) / 100 : value;
  if (!Number.isNaN(basis) && !Number.isNaN(main.inner)) return Math.max(basis, frame);
  if (!Number.isNaN(own)) return Math.max(own, frame);
  const across = lengthOf(child, cross.isRow, cross.inner);
  const crossMode =
    cross.mode === exactly && Number.isNaN(across) && !Number.isNaN(cross.inner) ? exactly : atMost;
  const given: [number, Mode] = Number.isNaN(across)
    ? [cross.inner, Number.isNaN(cross.inner) ? asContent : crossMode]
    : [across + marginOf(child, cross.isRow), exactly];
  layOut(
    child,
    roomOf(main, cross, [main.inner, Number.isNaN(main.inner) ? asContent : atMost], given),
    false,
  );
  return Math.max(sizeAlong(child, main.isRow), frame);
}

/** Gives a child its length; how wide it is across follows from it. */
function sizeChild(
  child: LayoutNode,
  size: number,
  main: Axis,
  cross: Axis,
  { final }: { readonly final: boolean },
): void {
  const length = size + marginOf(child, main.isRow);
  const across = lengthOf(child, cross.isRow, cross.inner);
  const stretches = Number.isNaN(across);
  const given: [number, Mode] = stretches
    ? [cross.inner, Number.isNaN(cross.inner) ? asContent : cross.mode === exactly ? exactly : atMost]
    : [across + marginOf(child, cross.isRow), acrossMode(child, cross)];
  layOut(child, roomOf(main, cross, [length, exactly], given), final && !stretches);
}

/** A part of a size that is not certain yet is no limit. */
function acrossMode(child: LayoutNode, cross: Axis): Mode {
  const { percent } = cross.isRow ? child.width : child.height;
  return percent && cross.mode !== exactly ? asContent : exactly;
}

function stretch(child: LayoutNode, lineCross: number, main: Axis, cross: Axis): void {
  if (!Number.isNaN(lengthOf(child, cross.isRow, cross.inner))) return;
  const length = outer(child, main.isRow);
  layOut(child, roomOf(main, cross, [length, exactly], [lineCross, exactly]), true);
}

/** One after the other. */
function place(node: LayoutNode, children: readonly LayoutNode[]): void {
  let along = leadingFrame(node, node.isRow);
  const across = leadingFrame(node, !node.isRow);
  for (const child of children) {
    const { margin, inset } = child;
    const moved = (start: number, end: number) =>
      Number.isNaN(start) ? (Number.isNaN(end) ? 0 : -end) : start;
    child.left = margin[0] + moved(inset[0], inset[2]) + (node.isRow ? along : across);
    child.top = margin[1] + moved(inset[1], inset[3]) + (node.isRow ? across : along);
    along += outer(child, node.isRow);
  }
}
