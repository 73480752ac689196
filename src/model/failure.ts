/** An error in the user's settings or environment. The message is one line that says what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
