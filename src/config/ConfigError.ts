/** Something in the person's settings or environment is wrong. The message is one line that says what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
