/** Prints the version. Ignores EPIPE, since stdout may be closed; any other failed write is one line and exit code 1. */
export function printVersion(version: string): void {
  process.stdout.on('error', error => {
    if ('code' in error && (error.code === 'EPIPE' || error.code === 'EIO')) return;
    const words = error.message.replace(/, write$/, '');
    process.stderr.write(`sitedeck: The output could not be written (${words}).\n`);
    process.exitCode = 1;
  });
  process.stdout.write(`sitedeck ${version}\n`);
}
