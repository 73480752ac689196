/** Once the frame of what happens now is drawn: that is done in the next turn of the event loop. */
export function afterDrawing(work: () => void): void {
  setImmediate(() => setImmediate(work));
}
