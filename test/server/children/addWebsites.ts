// addWebsites.ts FILE PREFIX COUNT: creates websites one after the other and says how many were answered with 201.
import { openService } from '#server/openService.ts';
import { fetchHandler } from '../../helpers/fetchHandler.ts';

const [file = '', prefix = '', count = '0'] = process.argv.slice(2);
const service = await openService({ file, today: () => '2026-11-20' });
let created = 0;
for (let number = 1; number <= Number(count); number++) {
  const body = new URLSearchParams({ domain: `${prefix}-${number}.example` });
  const request = new Request('http://service/api/v1/websites', { method: 'POST', body });
  if ((await fetchHandler(service)(request)).status === 201) created++;
}
service.close();
process.stdout.write(String(created));
