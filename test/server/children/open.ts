// open.ts FILE [ACCOUNT]: as that account (a number), for what root may do and others may not, opens a service and says "ready", or the name and message of what went wrong.
import { openService } from '#server/openService.ts';

const [file = '', account] = process.argv.slice(2);
// Only now: the account need not be allowed to read this program.
if (account !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(Number(account));
  process.setuid?.(Number(account));
}
try {
  const service = await openService({ file, today: () => '2026-11-20' });
  service.close();
  process.stdout.write('ready');
} catch (error) {
  process.stdout.write(String(error));
}
