/** What is read of a pattern's groups, as they stand in the line; a group that is missing or "-" is not there. */
interface PatternLine {
  readonly time: string;
  readonly address: string;
  readonly request: string;
  readonly status: string;
  readonly bytes?: string | undefined;
  /** In milliseconds. */
  readonly took?: string | undefined;
  readonly host?: string | undefined;
  readonly referrer?: string | undefined;
  readonly agent?: string | undefined;
  readonly forwardedFor?: string | undefined;
}

export type TimeUnit = 's' | 'ms' | 'us' | 'ns';

type Groups = Readonly<Record<string, string | undefined>>;

export interface Format {
  /** As the summary of an import names it. */
  readonly name: string;
  /** A line of it; of W3C the lines that it needs. */
  readonly example: string;
  /** Of a text that has one shape: tried where a line is neither combined nor W3C. Takes time in proportion to the length. */
  readonly pattern?: RegExp;
  /** From its groups, where they are not those of PatternLine by name, and what `directiveOf` said of its log. */
  readonly read?: (groups: Groups, directive?: string) => Partial<PatternLine>;
  /** What only many lines of a log tell: "#Name: ...", which no line of a log is. */
  readonly directiveOf?: (lines: readonly Groups[]) => string | undefined;
  /** Times stand without a zone: they are those of the zone that is kept with the counts. */
  readonly isLocal?: true;
  /** Of JSON whose keys tell it: one that no other has; "request.uri" of one within another. */
  readonly key?: string;
  /** Of JSON: the names of its keys, the first that has a value counts, before the usual names (`roles` in json.ts). */
  readonly fields?: Readonly<Partial<Record<Role, string>>>;
  /** Of the time that an answer took; else its name tells. */
  readonly unit?: TimeUnit;
  /** Of JSON: whether another line tells of the same request. */
  readonly isRepeated?: (object: Readonly<Record<string, unknown>>) => boolean;
}

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

/**
 * The formats that are known by their lines. A new one is an entry here: of text a pattern, of JSON a key that tells it and the names
 * of its fields. The combined format and W3C have readers of their own.
 */
export const formats = [
  {
    name: 'common',
    example: '203.0.113.7 - - [10/Nov/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 5',
  },
  {
    name: 'combined',
    example: `203.0.113.7 - - [10/Nov/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "${agent}"`,
  },
  {
    name: 'Traefik',
    example:
      '203.0.113.7 - - [10/Nov/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "-" 12 "web@docker" "http://172.17.0.2:80" 3ms',
  },
  {
    name: 'Caddy JSON',
    example:
      '{"ts":1794297600.5,"request":{"client_ip":"203.0.113.7","method":"GET","host":"example.com","uri":"/a"},"status":200}',
    key: 'request.uri',
    fields: {
      address: 'request.client_ip request.remote_ip request.remote_addr',
      host: 'request.host',
      method: 'request.method',
      target: 'request.uri',
      // Where headers are written, but no agent, none was sent.
      agent: 'request.headers.User-Agent request.headers',
      referrer: 'request.headers.Referer',
      language: 'request.headers.Accept-Language',
      took: 'duration',
    },
  },
  {
    name: 'Traefik JSON',
    example:
      '{"ClientHost":"203.0.113.7","DownstreamStatus":200,"RequestMethod":"GET","RequestPath":"/a","StartUTC":"2026-11-10T08:00:00Z"}',
    key: 'DownstreamStatus',
    fields: {
      time: 'StartUTC StartLocal',
      address: 'ClientHost',
      status: 'DownstreamStatus',
      bytes: 'DownstreamContentSize',
      took: 'Duration',
    },
    unit: 'ns',
  },
  {
    name: 'Fastly JSON',
    example:
      '{"timestamp":"2026-11-10T08:00:00+0000","client_ip":"203.0.113.7","geo_country":"germany","host":"example.com","url":"/a",' +
      '"request_method":"GET","request_protocol":"HTTP/2","request_referer":"",' +
      `"request_user_agent":"${agent}","response_state":"HIT-CLUSTER","response_status":200,"response_reason":"OK",` +
      '"response_body_size":5,"fastly_server":"cache-fra-etou8220105-FRA","fastly_is_edge":true}',
    key: 'fastly_is_edge',
    // What an edge asks its shield for, both write.
    isRepeated: object => object['fastly_is_edge'] === false,
  },
  {
    name: 'JSON',
    example:
      '{"time_iso8601":"2026-11-10T08:00:00+00:00","remote_addr":"203.0.113.7","request":"GET /a HTTP/1.1","status":"200"}',
  },
  {
    name: 'W3C',
    example:
      '#Fields: date time c-ip cs-method cs-uri-stem sc-status\n2026-11-10 08:00:00 203.0.113.7 GET /a 200',
  },
  {
    name: 'HAProxy',
    example:
      '203.0.113.7:33317 [10/Nov/2026:08:00:00.655] http-in~ static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 ' +
      `{example.com|${agent}} {} "GET /a HTTP/1.1"`,
    pattern:
      /^(?<address>\S+):\d{1,5} \[(?<time>[^\].]{20})\.\d{3}\] \S+ \S+ (?:-?\d+\/){4}\+?(?<took>\d+) (?<status>-?\d+) \+?(?<bytes>\d+) \S+ \S+ \S{4} [+\d]+(?:\/[+\d]+){4} \d+\/\d+(?: \{(?<captured>[^}]*)\})?(?: \{[^}]*\})? "(?<request>[^"]*)(?:"(?: \S+ (?<sni>[^\s/]+)\/\S+)?|$)/,
    isLocal: true,
    directiveOf: placesOfHeaders,
    read: ({ captured, sni, request = '', status = '', ...groups }, directive = '') => {
      const isPlaced = captured !== undefined && directive.startsWith(captures);
      const { host = sni, ...headers } =
        captured === undefined
          ? {}
          : (isPlaced ? headersIn : capturedHeaders)(headersOf(captured), directive);
      // -1: none was sent, since the client had gone.
      return {
        ...groups,
        ...headers,
        host: host ?? (isPlaced ? '_' : undefined),
        request: haproxyText(request),
        status: status.replace(/^-.*/, '0'),
      };
    },
  },
  {
    name: 'S3',
    example:
      '79a59df900b949e55d96a1e698fbaced example.com [10/Nov/2026:08:00:00 +0000] 203.0.113.7 - 3E57427F3EXAMPLE WEBSITE.GET.OBJECT a ' +
      `"GET /a HTTP/1.1" 200 - 113 113 7 6 "-" "${agent}" - s9lzHYrFp76ZVxRcpX9= - - - www.example.com - - -`,
    pattern:
      /^\S+ (?<bucket>\S+) \[(?<time>[^\]]{26})\] (?<address>\S+) \S+ \S+ (?<operation>\S+) (?<key>\S+) (?:-|"(?<request>(?:[^"]|"(?! (?:\d{3}|-) ))*)") (?<status>\d{3}|-) \S+ (?<bytes>\S+) \S+ (?<took>\S+) \S+ (?:-|"(?<referrer>(?:[^"]|"(?! (?:"|- )))*)") (?:-|"(?<agent>.*)")(?: \S+){0,5}(?: (?<host>\S+))?/,
    read: ({ bucket = '', operation = '', key = '', request = '-', host = '', ...groups }) => ({
      ...groups,
      // A bucket that is a website has its domain as its name.
      host: [host, bucket].find(name => name.includes('.') && !/\.amazonaws\.com(?:\.cn)?$/.test(name)),
      // What lists a bucket or reads its settings is a GET too.
      request: operation.endsWith('.OBJECT')
        ? withoutBucket(
            request,
            bucket,
            /^s3[.-].*\.amazonaws\.com/.test(host) || !key.startsWith(`${bucket}/`),
          )
        : `${operation} ${request}`,
    }),
  },
] as const satisfies readonly Format[];

export type FormatName = (typeof formats)[number]['name'] | '--log-format';

export const formatNames: readonly FormatName[] = [...formats.map(({ name }) => name), '--log-format'];

/** Whether its times name no zone. */
export function isLocal(format: FormatName): boolean {
  return formats.some(each => each.name === format && 'isLocal' in each);
}

type PatternFormat = Format & { readonly name: FormatName; readonly pattern: RegExp };
export const patternFormats: readonly PatternFormat[] = formats.filter(format => 'pattern' in format);

/** What the lines of a log tell together, for `read` of their format. */
export function directiveOfLines(lines: readonly string[]): string | undefined {
  for (const { pattern, directiveOf } of patternFormats) {
    const found = directiveOf
      ? lines.map(line => pattern.exec(line)?.groups).filter(groups => groups !== undefined)
      : [];
    if (found.length * 2 > lines.length) return directiveOf?.(found);
  }
  return undefined;
}

/** What is asked of an address of Amazon's without the bucket in its name has it in the path. */
function withoutBucket(request: string, bucket: string, mayHaveIt: boolean): string {
  const [method = ''] = request.split(' ', 1);
  const front = `${method} /${bucket}`;
  return mayHaveIt && request.startsWith(`${front}/`) ? `${method} ${request.slice(front.length)}` : request;
}

/** HAProxy writes quotes, braces, bars, "#" and what cannot be printed as #22. */
function haproxyText(text: string): string {
  return text.replaceAll(/#([\dA-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const isAddress = (text: string): boolean =>
  /^(?:[\d.]{7,15}|[\da-f:]*:[\da-f:]*:[\d.a-f:]*)(?:,|$)/i.test(text);
const isName = (text: string): boolean => !isAddress(text) && /^[\w-]+(?:\.[\w-]+)+(?::\d{1,5})?$/.test(text);
const isLink = (text: string): boolean => /^https?:\/\//i.test(text);
const isProduct = (text: string): boolean => /^[^\s/:]+\/\d/.test(text);

const isOther = (text: string): boolean => !isAddress(text) && !isName(text) && !isLink(text);
const likeAgent = (text: string): number => (isProduct(text) ? 1_000 : Number(isOther(text) && text !== ''));

/** Empty for what stands where there is none. */
const headersOf = (captured = ''): string[] =>
  captured.split('|').map(text => (text === '-' ? '' : haproxyText(text)));

/**
 * Which headers are captured, and in which order, is the server's configuration: each is told by its look, and what looks like none
 * of the others is the agent, an empty one only where another header stands beside it. Of two addresses the first is the host.
 */
function capturedHeaders(headers: readonly string[]): Partial<PatternLine> {
  const addresses = headers.filter(isAddress);
  const others = headers.filter(isOther);
  const [host = addresses.length > 1 ? addresses.shift() : undefined] = headers.filter(isName);
  return {
    forwardedFor: addresses[0],
    referrer: headers.find(isLink),
    agent:
      others.find(isProduct) ??
      others.find(text => text !== '') ??
      (headers.length > 1 ? others[0] : undefined),
    host,
  };
}

const captures = '#Captured: ';

/**
 * Where host, referrer and agent stand, as most lines of a log have them: there they are read, whatever they look like. Agents most
 * often name a product, which languages do not.
 */
function placesOfHeaders(lines: readonly Groups[]): string | undefined {
  const all = lines.flatMap(({ captured }) => (captured === undefined ? [] : [headersOf(captured)]));
  const places = [isName, isLink, likeAgent].map(looks => {
    const sums = (all[0] ?? []).map((_, at) =>
      all.reduce((sum, found) => sum + Number(looks(found[at] ?? '')), 0),
    );
    return sums.indexOf(Math.max(1, ...sums));
  });
  return places[0] === -1 ? undefined : `${captures}${places.join(' ')}`;
}

function headersIn(headers: readonly string[], directive: string): Partial<PatternLine> {
  const [host = -1, referrer = -1, agent = -1] = directive.slice(captures.length).split(' ').map(Number);
  return {
    host: headers[host] === '' ? undefined : headers[host],
    referrer: headers[referrer],
    agent: headers[agent],
    forwardedFor: headers.find((text, at) => at !== host && isAddress(text)),
  };
}

export type Role =
  | 'time'
  | 'address'
  | 'host'
  | 'request'
  | 'method'
  | 'target'
  | 'query'
  | 'status'
  | 'referrer'
  | 'agent'
  | 'language'
  | 'bytes'
  | 'took';
