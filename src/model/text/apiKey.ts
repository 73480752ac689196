/** The key itself, or what to ask for it when it is first needed (a keychain, a command). */
export type ApiKeySource = string | (() => Promise<string>);

/** Whether a header can carry it. Services have no other rule for their keys that is known. */
export function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
