let saver: () => void = () => undefined;

/** Sets the function that makes V8 collect garbage sooner, at the cost of time. */
export function setMemorySaver(save: () => void): void {
  saver = save;
}

/** To be called before many large pages are read: by default V8 keeps their garbage for too long. */
export function saveMemory(): void {
  saver();
}
