/** The key itself, or a function that fetches it when it is first needed (from a keychain or a command). */
export type ApiKeySource = string | (() => Promise<string>);

/** Whether an HTTP header can carry it. No other rule is known for the keys of services. */
export function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
