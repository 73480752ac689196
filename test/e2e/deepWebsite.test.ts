import { expect, test } from 'vitest';
import { start } from '../helpers/application.ts';
import { deepWebsite } from '../helpers/deepWebsite.ts';
import { openFaultServer } from '../helpers/apiFixture.ts';

test('the record of a website with too many and too deep fields says how many are left out', async () => {
  const server = await openFaultServer();
  server.answerWith(deepWebsite);
  const terminal = start({ env: { SITEDECK_URL: server.url, SITEDECK_API_KEY: 'key-of-this-test' } });
  await terminal.waitFor('> one.example');
  terminal.press('i');
  await terminal.waitFor(/field0 +0/);
  terminal.press('G');
  await terminal.waitFor(/> Left out +149,801 fields: too many/);
  await terminal.waitFor(/^ +149,801 fields: too many, or too large/m);
  terminal.press('k');
  await terminal.waitFor(/> field199 +199/);
  expect(terminal.lines().join('\n')).not.toContain('deep');
});
