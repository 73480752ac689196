// open.ts FILE: opens a service and says "ready", or the name and message of what went wrong.
import { openService } from '#server/openService.ts';

const [file = ''] = process.argv.slice(2);
try {
  const service = await openService({ file, today: () => '2026-11-20' });
  service.close();
  process.stdout.write('ready');
} catch (error) {
  process.stdout.write(String(error));
}
