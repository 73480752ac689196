import { createServer } from 'node:http';
import { onTestFinished, test } from 'vitest';
import { start } from '../helpers/application.ts';
import { listenLocally } from '../helpers/listenLocally.ts';
import { goTo } from '../helpers/textApplication.ts';

const website = { id: 1, domain: 'one.example.com', privacy: 0, email: 0, exclude_bots: 1 };
// Close to the values an answer may hold, and more than a function takes as arguments.
const rows = JSON.stringify({
  data: Array.from({ length: 130_000 }, (_, place) => ({ value: place.toString(36), count: 1 })),
});

test('a service that gives 130,000 rows in place of 25: the first 50,000 are drawn like few, and said to be some', async () => {
  const server = createServer(({ url = '' }, response) => {
    const isStatistic = url.startsWith('/api/v1/stats/');
    const ofWebsites = url.startsWith('/api/v1/websites/') ? { data: website } : { data: [website] };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(url.includes('name=page&') ? rows : JSON.stringify(isStatistic ? { data: [] } : ofWebsites));
  });
  const { url, close } = await listenLocally(server);
  onTestFinished(close);
  const terminal = start({ env: { SITEDECK_URL: url, SITEDECK_API_KEY: 'key-of-this-test' } });
  await terminal.waitFor('> one.example.com');
  terminal.press('Enter');
  await terminal.waitFor('Landing pages');
  await terminal.waitFor(lines => !/ \d+ requests?\b/.test(lines[0] ?? ''), 60_000);
  await goTo(terminal, 'Pages');
  // A second of work, and on a busy machine many.
  await terminal.waitFor('of 50,000+', 60_000);
  terminal.press('G');
  await terminal.waitFor(/> 12kv[ _].* 1 /, 60_000);
});
