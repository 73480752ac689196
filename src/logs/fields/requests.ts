import { unescapeField } from '#logs/formats/LogLine.ts';
import { utmNames } from '#model/statistics/statistics.ts';

// What a page is made of, what programs fetch, and what is downloaded rather than read: a service whose script runs in
// pages would not see these either. Any other ending is a page: "/about.html", "/index.php", "/release-1.2".
const assets = [
  'avif bmp cur gif heic ico jpe jpeg jpg jxl png svg svgz tif tiff webp',
  'css less map mjs js cjs jsx ts tsx scss vue wasm swf',
  'eot otf ttf woff woff2',
  // The parts and lists of a video.
  'm3u8 m4s mpd vtt',
  'xsl json jsonld webmanifest manifest appcache txt yaml yml cfg conf ini',
];
/** Media, feeds, documents, archives and source code. */
const downloads = [
  'aac avi flac flv m4a m4v mkv mov mp3 mp4 mpeg mpg oga ogg ogv opus wav webm wmv',
  'atom rss rdf xml',
  'csv doc docx epub odp ods odt pdf ppt pptx ps rtf tsv xls xlsx',
  '7z apk bin bz2 deb dmg exe gz iso jar msi rar rpm tar tgz xz zip zst',
  'c cpp diff h log patch py sh sql',
];

const kindsOfFiles: ReadonlyMap<string, PageRequest> = new Map(
  [assets, downloads].flatMap((lines, at) => {
    const kind = { kind: 'assets', isDownload: at === 1 } as const;
    return lines.flatMap(line => line.split(' ')).map(name => [name, kind]);
  }),
);

/** What a path names, by what follows the last dot of its last part; undefined for a page. */
function fileKind(path: string): PageRequest | undefined {
  const dot = path.lastIndexOf('.');
  if (dot < 0 || path.indexOf('/', dot) >= 0) return undefined;
  return kindsOfFiles.get(path.slice(dot + 1).toLowerCase());
}

/** The same of a request, "GET /style.css?v=2 HTTP/1.1", where that can be told at a glance: most lines are such. */
export function plainFileKind(request: string): PageRequest | undefined {
  const path = plainPath(request);
  return path === undefined ? undefined : fileKind(path);
}

/** Without its query; undefined where that cannot be told at a glance. */
function plainPath(request: string): string | undefined {
  if (!request.startsWith('/', 4) || request.includes('\\')) return undefined;
  const query = request.indexOf('?');
  const end = query < 0 ? request.lastIndexOf(' HTTP/') : query;
  return end > 0 ? request.slice(4, end) : undefined;
}

/** A GET of the website; what is no page view is named as the summary names it. */
export type PageRequest =
  | {
      readonly kind: 'page';
      readonly page: string;
      readonly campaign: string;
      /** The other parameters of a campaign; empty without any. */
      readonly utm: string;
    }
  | { readonly kind: 'assets'; readonly isDownload: boolean }
  /** An absolute address (a proxy's request) of another host. */
  | { readonly kind: 'otherHosts' }
  | { readonly kind: 'malformed' };

/** As long as values of this service are elsewhere. */
const maxValueLength = 255;

interface PathRules {
  readonly ownHosts: ReadonlySet<string>;
  readonly isExcludedParameter: (name: string) => boolean;
}

/** The path with the query parameters the website does not exclude, as they are encoded; never those of a campaign. */
export function readPageRequest(request: string, rules: PathRules): PageRequest {
  const plain = plainFileKind(request);
  if (plain) return plain;
  const read = readPath(request, rules);
  if (typeof read === 'string') return { kind: read };
  const file = fileKind(read.path);
  if (file) return file;
  const { parameters } = read;
  const campaign = utmOf(parameters, 'utm_campaign');
  return { kind: 'page', page: read.whole(), campaign, utm: joinedUtm(parameters) };
}

/** What any request was for, "/logo.png" and "POST /login"; empty where it has no path on the website. */
export function requestedPath(request: string, rules: PathRules): string {
  const method = /^[A-Z-]{1,20}(?= )/.exec(request)?.[0];
  const read = method === undefined ? 'malformed' : readPath(`GET${request.slice(method.length)}`, rules);
  if (typeof read === 'string') return '';
  return method === 'GET' ? read.whole() : `${method} ${read.whole()}`.slice(0, maxValueLength);
}

/** The path of any request, without its query: a file on the website; empty where there is none. */
export function pathOfRequest(request: string, rules: PathRules): string {
  const method = /^[A-Z-]{1,20}(?= )/.exec(request)?.[0];
  const get = method === undefined ? undefined : `GET${request.slice(method.length)}`;
  const plain = get === undefined ? undefined : plainPath(get);
  if (get === undefined || plain !== undefined)
    return encodeBytes(withoutFragment(plain ?? '')).slice(0, maxValueLength);
  const read = readPath(get, rules);
  return typeof read === 'string' ? '' : encodeBytes(read.path).slice(0, maxValueLength);
}

function withoutFragment(path: string): string {
  const mark = path.indexOf('#');
  return mark < 0 ? path : path.slice(0, mark);
}

function readPath(
  request: string,
  rules: PathRules,
):
  | { readonly path: string; readonly parameters: readonly string[]; readonly whole: () => string }
  | 'otherHosts'
  | 'malformed' {
  const target = unescapeField(targetOf(request));
  const [, scheme, host = '', rest = ''] = /^(https?:\/\/([^/?#]*))?([^#]*)/is.exec(target) ?? [];
  if (scheme !== undefined && !rules.ownHosts.has(host.replace(/\.?(?::\d*)?$/, '').toLowerCase()))
    return 'otherHosts';
  const local = scheme !== undefined && !rest.startsWith('/') ? `/${rest}` : rest;
  if (!local.startsWith('/')) return 'malformed';
  const mark = local.indexOf('?');
  const path = mark < 0 ? local : local.slice(0, mark);
  const parameters = mark < 0 ? [] : local.slice(mark + 1).split('&');
  const isKept = (parameter: string): boolean => {
    const name = parameterName(parameter);
    return name !== '' && !name.toLowerCase().startsWith('utm_') && !rules.isExcludedParameter(name);
  };
  const whole = (): string => {
    const kept = parameters.filter(isKept);
    return encodeBytes(kept.length > 0 ? `${path}?${kept.join('&')}` : path).slice(0, maxValueLength);
  };
  return { path, parameters, whole };
}

/** Between the method and the protocol, which very old requests leave out. A path with raw spaces stays whole. */
function targetOf(request: string): string {
  const end = request.lastIndexOf(' HTTP/');
  return end < 4 ? request.slice(4) : request.slice(4, end);
}

function parameterName(parameter: string): string {
  const end = parameter.indexOf('=');
  return decode(end < 0 ? parameter : parameter.slice(0, end));
}

/** The values of all of them in their order, a line each. */
function joinedUtm(parameters: readonly string[]): string {
  const isAny = parameters.some(parameter => /^(?:u|%)/i.test(parameter));
  const text = isAny ? utmNames.map(name => utmOf(parameters, name)).join('\n') : '';
  return text.trim() === '' ? '' : text;
}

function utmOf(parameters: readonly string[], name: string): string {
  const found = parameters.find(parameter => parameterName(parameter).toLowerCase() === name);
  if (found === undefined || !found.includes('=')) return '';
  const text = decode(found.slice(found.indexOf('=') + 1)).replaceAll(/\p{Cc}+/gu, ' ');
  return text.trim().slice(0, maxValueLength).toWellFormed();
}

/** As URLSearchParams reads it: "+" is a space, wrong escapes stay, wrong UTF-8 becomes U+FFFD. */
function decode(text: string): string {
  const utf8 = Buffer.from(text, 'latin1').toString('utf8');
  if (!/[%+]/.test(utf8)) return utf8;
  return new URLSearchParams(`v=${utf8}`).get('v') ?? '';
}

/** Raw bytes beyond printable ASCII are written as browsers send them, so that a page has one spelling. */
function encodeBytes(text: string): string {
  return text.replaceAll(
    /[^!-~]/g,
    byte => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
