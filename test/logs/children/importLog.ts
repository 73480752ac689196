// importLog.ts DATABASE LOG [each-host]: imports into example.com, or each host with 20 page views, and says how many page views were counted and the memory used (MB).
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Threads start from the one file that bundledWorker.ts made, as in the process of the tests.
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const bundle = process.env['SITEDECK_TEST_WORKER'];
    if (bundle === undefined || !url.endsWith('/logs/tasks.ts')) return loaded;
    const source = readFileSync(new URL(url), 'utf8');
    return { ...loaded, source: source.replace("'./worker.ts'", JSON.stringify(bundle)) };
  },
});
const { importLogs } = await import('#logs/import/importLogs.ts');

const [file = '', log = '', mode] = process.argv.slice(2);
const hosts = mode === 'each-host' ? { fewestViews: 20, mostWebsites: 200, patterns: [] } : undefined;
const { counted } = await importLogs(
  { file, timeZone: 'UTC' },
  { domain: 'example.com', hosts, sources: [log] },
);
process.stdout.write(`${counted} ${Math.round(peakKilobytes() / 1024)}`);

/** Of this process alone: on Linux maxRSS is at least what the process that started it held then. */
function peakKilobytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
