import { exitCodes, Failure } from '#model/failure.ts';

/** Nothing was imported. The message is one line that says why and what to do; it may quote file names. */
export class ImportError extends Failure {
  override readonly name = 'ImportError';
  readonly exitCode = exitCodes.refused;
}

/** Why one of the logs cannot be read, in words that go on from its name: "is cut short." The others still can. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}

export const noHosts = 'No line names a host: give the domain of the website in place of --each-host.';
