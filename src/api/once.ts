/** Puts off making a value until it is first wanted: schemas cost time at start-up that not every start needs. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
