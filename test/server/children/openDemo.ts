// openDemo.ts FILE: opens the demo and says how far it is, "killed" when it stops itself half-way (with a second value).
import { openService } from '#server/openService.ts';

const [file = '', stopAt] = process.argv.slice(2);
const onProgress = (fraction: number): void => {
  if (stopAt !== undefined && fraction >= Number(stopAt)) process.kill(process.pid, 'SIGKILL');
};
const service = await openService({ file, today: () => '2026-11-20', demo: true, onProgress });
service.close();
process.stdout.write('ready');
