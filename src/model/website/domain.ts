/** The domain to send for what was typed: trimmed, in lower case. */
export function normaliseDomain(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * Why a text is not a host name, in one line that says what to type; undefined for a host name. International names may be
 * written in Unicode or in punycode. May quote the text.
 */
export function checkDomain(text: string): string | undefined {
  const domain = normaliseDomain(text);
  if (domain === '') return 'Type the domain of the website, such as shop.example.com.';
  if (isHostName(domain)) return undefined;
  if (/\s/.test(domain)) return 'A host name has no spaces: type it as shop.example.com.';
  const host = hostOf(domain);
  if (host !== domain && isHostName(host)) return `Type only the host name: ${host}`;
  if (domain.length > maxLength) return `A host name has at most ${maxLength} characters.`;
  return 'This is not a host name: type letters, digits, hyphens and dots, as in shop.example.com.';
}

/** The same while it is typed: nothing where it is empty, or one more letter would make it right. */
export function checkTypedDomain(text: string): string | undefined {
  const domain = normaliseDomain(text);
  return domain === '' || isHostName(`${domain}a`) ? undefined : checkDomain(text);
}

const maxLength = 253;
// The standard has no underscores, but some sites do. Letters of every script; no invisible characters.
// The usual case: compiling the expression for letters of every script takes V8 milliseconds.
const plainLabel = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;
const label = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}_])?$/u;

/** Whether a text in lower case is a host name. */
export function isHostName(text: string): boolean {
  if (!text.split('.').every(part => plainLabel.test(part) || label.test(part))) return false;
  const encoded = encode(text);
  return (
    encoded !== undefined &&
    encoded.length <= maxLength &&
    encoded.split('.').every(part => part.length <= 63)
  );
}

/** The name in punycode; undefined where it cannot be a host name. */
function encode(text: string): string | undefined {
  return URL.parse(`http://${text}/`)?.hostname;
}

/** The host of a pasted URL: without scheme, user, port, path and trailing dot. */
function hostOf(text: string): string {
  return text
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^.*@/s, '')
    .replace(/:\d*$/, '')
    .replace(/\.$/, '');
}
