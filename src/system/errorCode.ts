/** The system's code of an error: ENOENT, EACCES, ECONNREFUSED ...; undefined for an error that is not the system's. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
