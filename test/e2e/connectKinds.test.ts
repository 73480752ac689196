import { expect, test } from 'vitest';
import { openDemo } from '../helpers/application.ts';
import { json } from '../helpers/faultAnswers.ts';
import { allBits, startGoatCounter } from '../helpers/goatCounter/server.ts';
import { exampleSeed } from '../helpers/umami/example.ts';
import { startUmami } from '../helpers/umami/server.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';
import { openFaultServer } from '../helpers/apiFixture.ts';

/** A service of each kind, with all that each was asked before somebody gave a key. */
async function services() {
  const phpAnalytics = await openFaultServer();
  phpAnalytics.answerWith(json({ message: 'Unauthenticated.' }, 401));
  const umami = await startUmami(exampleSeed);
  const goatCounter = await startGoatCounter({ sites: [{ cname: 'stats.example', visits: [] }] });
  const token = goatCounter.tokenWith(allBits);
  return { phpAnalytics, umami, goatCounter, token };
}

test('P: which of the three kinds answers at an address is found out with one request for each, without a key', async () => {
  const { phpAnalytics, umami, goatCounter, token } = await services();
  const home = await temporaryDemo();
  const terminal = await openDemo({ home, rows: 40 });
  terminal.press('P');
  await terminal.waitFor('Connect a service ...');
  terminal.press('a');
  await terminal.waitFor('It is tested before it is saved');
  for (const [url, name, field] of [
    [phpAnalytics.url, 'phpAnalytics', /API key +│/],
    [umami.url, 'Umami', /User +│/],
    [goatCounter.url, 'GoatCounter', /API key +│/],
  ] as const) {
    terminal.type(url);
    await terminal.waitFor(url);
    terminal.press('Enter');
    await terminal.waitFor(`${name} answers.`);
    await terminal.waitFor(field);
    if (url === goatCounter.url) continue;
    terminal.press('Shift-Tab');
    await terminal.quiet(50);
    terminal.press('^U');
    await terminal.waitFor(lines => !lines.join('\n').includes(url));
  }
  const paths = ['/api/heartbeat', '/api/v0/me', '/api/v1/websites'];
  const asked = (list: readonly { readonly path: string }[]) => list.map(({ path }) => path).toSorted();
  expect(asked(phpAnalytics.requests)).toEqual(paths);
  expect(asked(umami.asked)).toEqual(paths);
  expect(goatCounter.asked.map(line => line.replace(/^\S+ GET /, '')).toSorted()).toEqual(paths);
  for (const { headers } of [...phpAnalytics.requests, ...umami.asked])
    expect(headers).not.toHaveProperty('authorization');

  // The key goes to the one that was found, and to no other.
  terminal.paste(token);
  // Not among what is shown, though the cursor was in the name of a user.
  await terminal.waitFor(/API key +│ \*+ /);
  expect(terminal.lines().join('\n')).not.toContain(token);
  terminal.press('Enter');
  await terminal.waitFor(/> Name +│ /);
  terminal.type('goats');
  terminal.press('^S');
  await terminal.waitFor('Connected: 1 website.');
  await terminal.waitFor('stats.example');
  expect([phpAnalytics.requests.length, umami.asked.length]).toEqual([3, 3]);
});
