import { useCursor } from 'ink';

/** Where the terminal's own cursor stands, counted from the top left of the screen. Drawn by one field at a time. */
export function Caret(props: { readonly x: number; readonly y: number }) {
  const { setCursorPosition } = useCursor();
  setCursorPosition({ x: props.x, y: props.y });
  return null;
}
