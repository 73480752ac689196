/** What a line was read as, named as the summary names it. */
export type FormatName =
  'common' | 'combined' | 'Traefik' | 'Caddy JSON' | 'Traefik JSON' | 'JSON' | 'W3C' | '--log-format';

/** A request in a log. Texts are as servers write them: one Latin-1 character a byte, with escapes ("\x22"). */
export interface LogLine {
  readonly format: FormatName;
  /** Seconds since 1970. */
  readonly time: number;
  /** What stands before the time stamp of a combined line; of other formats "HOST\nADDRESS", the host perhaps empty. */
  readonly head: string;
  /** "GET / HTTP/1.1". */
  readonly request: string;
  readonly status: number;
  /** "-" or empty for none. */
  readonly referrer: string;
  /** Undefined where the format does not hold agents. */
  readonly agent: string | undefined;
  /** Of Accept-Language; empty where it is not known. */
  readonly language: string;
  /** Whether nothing can follow: a line that was cut would not be one. */
  readonly isWhole: boolean;
  /** Where its fields stand in the text; undefined where they do not stand there as they are. */
  readonly places?: FieldPlaces;
  /** Further fields, which may name the client. */
  fields(): LogField[];
}

/** Where the fields of a line begin and end, in characters. */
export interface FieldPlaces {
  /** Of the bracket before the time stamp, behind the head and a space. */
  readonly time: number;
  readonly request: number;
  readonly requestEnd: number;
  readonly referrer: number;
  readonly referrerEnd: number;
  /** 0 in the common format, which has none. */
  readonly agent: number;
  readonly agentEnd: number;
}

export interface LogField {
  /** "xff" of xff="192.0.2.1"; undefined for a field that has none. */
  readonly name: string | undefined;
  readonly value: string;
  readonly isQuoted: boolean;
}

/** No server writes longer ones: its request line, referrer and agent are each limited to 8 KB. */
export const longestLine = 65_536;
