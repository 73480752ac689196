/** The first line that is neither an address nor a range, 1-based; undefined where all are. */
export function firstBadAddress(text: string): { readonly line: number; readonly entry: string } | undefined {
  for (const [index, line] of text.split(/\r\n|[\r\n]/).entries()) {
    for (const part of line.split(',')) {
      const entry = part.trim();
      if (entry !== '' && !isAddressOrRange(entry)) return { line: index + 1, entry };
    }
  }
  return undefined;
}

/** "203.0.113.7", "2001:db8::1", "10.0.0.0/8" or "2001:db8::/32". */
function isAddressOrRange(text: string): boolean {
  const [, address, bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (address === undefined) return false;
  const size = isIpv4(address) ? 32 : isIpv6(address) ? 128 : -1;
  return size > 0 && (bits === undefined || Number(bits) <= size);
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every(part => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

function isIpv6(text: string): boolean {
  // The URL standard parses an IPv6 address in brackets.
  return /^[0-9a-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`);
}
