/** How the process is made to clean up its memory sooner, which costs time. */
let stayLean: () => void = () => undefined;

export function leanBy(means: () => void): void {
  stayLean = means;
}

/** Told by what reads page after page: left to itself, V8 keeps what is left of many large ones. */
export function expectMuch(): void {
  stayLean();
}
