/** The key itself, or a function that fetches it when it is first needed (from a keychain or a command). */
export type ApiKeySource = string | (() => Promise<string>);

/** Somebody who signs in to a service, which then gives a key. The password is never stored. */
export interface SignIn {
  readonly name: string;
  readonly password: string;
}

/** Whether an HTTP header can carry it. No other rule is known for the keys of services. */
export function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
