import { outer, type Room, sizeAlong } from './axis.ts';
import { asContent, atMost, exactly, leadingFrame, lengthOf, marginOf, type LayoutNode } from './node.ts';

/** layOut of flex.ts. */
type LayOut = (node: LayoutNode, room: Room, final: boolean) => void;

/** Outside the line, at its inset from the border. */
export function layOutAbsolute(node: LayoutNode, child: LayoutNode, layOut: LayOut): void {
  const { measured, border } = node;
  const sides = ['width', 'height'] as const;
  const owner = sides.map((side, index) => measured[side] - (border[index] ?? 0) - (border[index + 2] ?? 0));
  const [ownerWidth = 0, ownerHeight = 0] = owner;
  const given = sides.map((_, index) => absoluteSize(child, index === 0, owner[index] ?? 0));
  let [width = Number.NaN, height = Number.NaN] = given;
  if (Number.isNaN(width) || Number.isNaN(height)) {
    const wraps = Number.isNaN(width) && !node.isRow && ownerWidth > 0;
    layOut(
      child,
      {
        width: wraps ? measured.width : width,
        widthMode: wraps ? atMost : Number.isNaN(width) ? asContent : exactly,
        height,
        heightMode: Number.isNaN(height) ? asContent : exactly,
        ownerWidth,
        ownerHeight,
      },
      false,
    );
    width = outer(child, true);
    height = outer(child, false);
  }
  layOut(child, { width, widthMode: exactly, height, heightMode: exactly, ownerWidth, ownerHeight }, true);
  const [left, top] = [true, false].map(isRow => absolutePlace(node, child, isRow));
  child.left = left ?? 0;
  child.top = top ?? 0;
}

function absoluteSize(child: LayoutNode, isRow: boolean, owner: number): number {
  const { inset } = child;
  const [start, end] = isRow ? [inset[0], inset[2]] : [inset[1], inset[3]];
  const own = lengthOf(child, isRow, owner);
  if (!Number.isNaN(own)) return own + marginOf(child, isRow);
  return owner - start - end;
}

function absolutePlace(node: LayoutNode, child: LayoutNode, isRow: boolean): number {
  const at = isRow ? 0 : 1;
  const [start, end] = [child.inset[at] ?? Number.NaN, child.inset[at + 2] ?? Number.NaN];
  const lead = child.margin[at] ?? 0;
  if (!Number.isNaN(start)) return (node.border[at] ?? 0) + start + lead;
  if (!Number.isNaN(end))
    return sizeAlong(node, isRow) - (node.border[at + 2] ?? 0) - outer(child, isRow) - end + lead;
  return leadingFrame(node, isRow) + lead;
}
