import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { distantService, useService } from '../helpers/distantService.ts';
import { makeHome } from '../helpers/home.ts';
import { startTerminal } from '../helpers/terminal.ts';

const allRead = '  13 websites, sums of daily visitors';

test('the first frame waits for no command that prints the key; one that fails is no refused key: what was last seen stays, and no new key is asked for', async () => {
  const service = await distantService();
  onTestFinished(() => service.close());
  const home = makeHome();
  onTestFinished(() => home.remove());
  const [secret, wait] = [join(home.path, 'secret'), join(home.path, 'wait')];
  writeFileSync(secret, service.key);
  useService(home, service, {
    apiKey: undefined,
    apiKeyCommand: `while [ -e ${wait} ]; do sleep 0.05; done; cat ${secret} 2>/dev/null || { echo not-for-the-screen; exit 7; }`,
  });
  const first = startTerminal({ home });
  onTestFinished(() => first.stop());
  await first.waitFor(allRead, 60_000);
  first.press('^C');
  await first.exit;

  writeFileSync(wait, '');
  const waiting = startTerminal({ home });
  onTestFinished(() => waiting.stop());
  await waiting.waitFor(lines => lines[0]?.includes('as of ') === true && lines.join('\n').includes(allRead));
  rmSync(wait);
  await waiting.waitFor(lines => !lines.join('\n').includes('as of '));
  waiting.press('^C');
  await waiting.exit;

  rmSync(secret);
  const second = startTerminal({ home });
  onTestFinished(() => second.stop());
  await second.waitFor(lines => lines[0]?.includes('no key, as of ') === true, 60_000);
  await second.waitFor('apiKeyCommand failed with 7');
  second.press('e');
  await second.waitFor('The API key could not be read, so nothing can be changed');
  expect(second.state).not.toContain('does not accept');
  expect(second.output).not.toContain('not-for-the-screen');
}, 120_000);
