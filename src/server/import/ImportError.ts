/** Nothing was imported. The message is one line that says why and what to do; it may quote file names. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

/** What is wrong with a log, in words that go on from its name: "is cut short." */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}
