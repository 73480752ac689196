import { fieldTime } from './fieldTime.ts';
import type { FormatPart, Role } from './FormatPart.ts';

const roles: readonly (readonly [role: Role, names: string])[] = [
  ['time', 'time_iso8601 time_local msec'],
  ['address', 'remote_addr realip_remote_addr http_x_real_ip http_x_forwarded_for proxy_add_x_forwarded_for'],
  ['host', 'host http_host server_name'],
  ['request', 'request'],
  ['method', 'request_method'],
  ['target', 'request_uri uri document_uri'],
  ['query', 'args query_string'],
  ['status', 'status'],
  ['referrer', 'http_referer'],
  ['agent', 'http_user_agent'],
  ['language', 'http_accept_language'],
];

const shapes: Readonly<Record<string, string>> = {
  time_iso8601: '%Y-%m-%dT%H:%M:%S%z',
  time_local: '%d/%b/%Y:%H:%M:%S %z',
};

/** The parts of a log_format: its text alone, in quotes, in several quoted pieces, or the whole directive. */
export function nginxParts(text: string): FormatPart[] {
  return textOf(text)
    .split(/(\$\w+|\$\{\w+\})/)
    .map((piece, index) => (index % 2 === 0 ? { kind: 'text', text: piece } : variable(piece)));
}

function variable(piece: string): FormatPart {
  const name = piece.replaceAll(/\W/g, '');
  for (const [role, list] of roles) {
    const rank = list.split(' ').indexOf(name);
    if (rank >= 0) return { kind: 'variable', name, role, rank, readTime: fieldTime, shape: shapes[name] };
  }
  return { kind: 'variable', name, role: undefined, rank: 0 };
}

function textOf(text: string): string {
  const bare = text.replace(/^log_format\s+[^\s'"]+\s+(?:escape=\w+\s+)?/, '').replace(/\s*;\s*$/, '');
  const quoted = /^(['"])/.test(bare) && /^(?:\s*(?:'[^']*'|"(?:[^"\\]|\\.)*"))+\s*$/.test(bare);
  if (!quoted) return unescaped(bare);
  const pieces = bare.match(/'[^']*'|"(?:[^"\\]|\\.)*"/g) ?? [];
  return pieces.map(piece => unescaped(piece.slice(1, -1))).join('');
}

/** As nginx reads a word of its configuration. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(["'\\tnr])/g, (_, escaped: string) => blanks[escaped] ?? escaped);
}

const blanks: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };
