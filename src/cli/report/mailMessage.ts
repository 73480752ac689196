import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { domainToASCII } from 'node:url';
import addressparser from 'nodemailer/lib/addressparser';
import MimeNode from 'nodemailer/lib/mime-node';
import { UsageError } from '#model/failure.ts';
import { isHostName } from '#model/website/website.ts';
import { safeText } from '#text/safeText.ts';

interface Address {
  readonly name: string;
  readonly address: string;
}

type MailAddresses = ReturnType<typeof readAddresses>;

/** The addresses of the options --mail-from and --mail-to. Throws a UsageError that says what is wrong. */
export function readAddresses(from: string, to: readonly string[]) {
  const [sender, ...others] = addressesIn('--mail-from', from);
  if (sender === undefined || others.length > 0)
    throw new UsageError('--mail-from is one address: the others go into --mail-to.');
  return { from: sender, to: to.flatMap(text => addressesIn('--mail-to', text)) };
}

const maxLocalPartLength = 64;
// What needs no quotes. Quoted ones are valid, but nobody has them, and programs take them apart differently.
const local = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

function addressesIn(option: string, text: string): Address[] {
  const refused = (why: string) =>
    new UsageError(
      `${option} ${safeText(JSON.stringify(text), 80)} ${why}: write it as anna@example.com, or "Anna <anna@example.com>".`,
    );
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text))
    throw refused('has a line break or another invisible character');
  const parsed = addressparser(text);
  if (parsed.length === 0) throw refused('is no address');
  return parsed.map(({ name: before, address: found = '', group }) => {
    // Of a word alone, as root, it takes the address for the name.
    const [name, address] = found === '' ? ['', before] : [before, found];
    const at = address.lastIndexOf('@');
    // A name of this machine, such as root, has no host.
    const [user, host] = at < 0 ? [address, undefined] : [address.slice(0, at), address.slice(at + 1)];
    // What is behind an address without brackets would be its name, also half of an address that was mistyped.
    const isNamed = name === '' || (text.includes(`<${address}>`) && !name.includes('@'));
    if (group !== undefined || !isNamed || !local.test(user) || user.length > maxLocalPartLength)
      throw refused('is no address');
    if (host === undefined) return { name, address: user };
    if (!isHostName(host.toLowerCase())) throw refused('has no host name behind its @');
    return { name, address: `${user}@${domainToASCII(host)}` };
  });
}

/** A message for `sendmail -t`, as text and HTML. It says that no person has sent it, so that no holiday note answers. */
export async function mailMessage(
  { from, to }: MailAddresses,
  content: Readonly<Record<'subject' | 'text' | 'html', string>>,
): Promise<string> {
  const message = new MimeNode('multipart/alternative', {
    newline: 'linux',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  message.setHeader('From', from);
  message.setHeader('To', [...to]);
  message.setHeader('Subject', safeText(content.subject, 200));
  message.setHeader('Auto-Submitted', 'auto-generated');
  const [, host = hostname()] = from.address.split('@');
  message.setHeader('Message-ID', `<${randomUUID()}@${host}>`);
  for (const [type, body] of [
    ['plain', content.text],
    ['html', content.html],
  ] as const)
    message
      .createChild(`text/${type}; charset=utf-8`)
      .setHeader('Content-Transfer-Encoding', 'quoted-printable')
      .setContent(body);
  return (await message.build()).toString();
}
