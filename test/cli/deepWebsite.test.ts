import { expect, onTestFinished, test } from 'vitest';
import { deepWebsite } from '../helpers/deepWebsite.ts';
import { startFaultServer } from '../helpers/faultServer.ts';
import { apiKey, run } from './fixture.ts';

test.each(['table', 'json', 'csv', 'markdown'])(
  'a website with more, and deeper fields than anyone reads is shown as %s without them, which is said',
  async format => {
    const server = await startFaultServer();
    onTestFinished(() => server.close());
    server.answerWith(deepWebsite);
    const env = { SITEDECK_URL: server.url, SITEDECK_API_KEY: apiKey };
    const ran = await run(['websites', 'show', '1', '--format', format], { env });
    expect(ran.stderr).toBe('one.example: left out 149,801 fields: too many, or too large.\n');
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('field199');
    expect(ran.stdout).not.toMatch(/field200|deep/);
  },
);
