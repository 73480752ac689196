import published from 'ink-published/squash-text-nodes';
import type { TextNode } from 'ink-published/squash-text-nodes';

/** By node: the text it had, and what became of it. */
const squashed = new WeakMap<TextNode, { readonly value: string; readonly text: string }>();

/** Ink's own, which it calls for every text of every frame: a node with one text in it, as a line is, keeps its result. */
export function squashTextNodes(node: TextNode): string {
  const only = node.childNodes[0];
  if (node.childNodes.length !== 1 || only?.nodeName !== '#text') return published(node);
  const { nodeValue: value } = only;
  const known = squashed.get(node);
  if (known?.value === value) return known.text;
  const text = published(node);
  squashed.set(node, { value, text });
  return text;
}
