// importLog.ts DATABASE LOG: imports into example.com and says how many page views were counted and the memory used (MB).
import { importLogs } from '#server/import/importLogs.ts';

const [file = '', log = ''] = process.argv.slice(2);
const { counted } = await importLogs({
  file,
  domain: 'example.com',
  sources: [log],
  timeZone: 'UTC',
  today: () => '2026-11-20',
});
process.stdout.write(`${counted} ${Math.round(process.resourceUsage().maxRSS / 1024)}`);
