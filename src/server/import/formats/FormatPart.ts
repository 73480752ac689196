/** What a variable of a server's format is for us. */
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
  | 'language';

/** A piece of a format: text that stands in every line, or a variable. */
export type FormatPart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'variable';
      readonly name: string;
      /** Undefined for one that is only a further field. */
      readonly role: Role | undefined;
      /** Where several variables have one role, the smallest counts that has a value. */
      readonly rank: number;
      /** Of a time. */
      readonly readTime?: (text: string) => number | undefined;
      /** Of a time: as strftime has it, so that what stands within it is not taken for its end. */
      readonly shape?: string | undefined;
    };

export type Variable = Extract<FormatPart, { kind: 'variable' }>;

/** Why a format cannot be used: one line that goes on from "--log-format: ". */
export class FormatError extends Error {
  override readonly name = 'FormatError';
}
