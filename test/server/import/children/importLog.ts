// importLog.ts DATABASE LOG [each-host]: imports into example.com, or each host with 20 page views, and says how many page views were counted and the memory used (MB).
import { importLogs } from '#server/import/importLogs.ts';

const [file = '', log = '', mode] = process.argv.slice(2);
const { counted } = await importLogs({
  file,
  domain: 'example.com',
  hosts: mode === 'each-host' ? { fewestViews: 20, mostWebsites: 200, patterns: [] } : undefined,
  sources: [log],
  timeZone: 'UTC',
  today: () => '2026-11-20',
});
process.stdout.write(`${counted} ${Math.round(process.resourceUsage().maxRSS / 1024)}`);
