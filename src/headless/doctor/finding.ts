/** A line of the examination: what was found, and, where something is wrong, what to do about it. */
export interface Finding {
  readonly section: 'Program' | 'Terminal' | 'Files' | 'Profiles' | 'Service' | 'Logs';
  readonly name: string;
  readonly value: string;
  /** What is wrong, and its remedy; one line. */
  readonly problem?: string | undefined;
}
