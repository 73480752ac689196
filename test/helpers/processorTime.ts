/** Milliseconds of the processor that synchronous work takes: on a busy machine no more than on a quiet one. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
