import { expect, test } from 'vitest';
import { start } from '../helpers/application.ts';
import { compressors, hardList } from '../helpers/compressed.ts';
import { json } from '../helpers/faultAnswers.ts';
import { openFaultServer } from '../helpers/apiFixture.ts';

test('a form stays open where the compressed answer to it closes its connection too early', async () => {
  const server = await openFaultServer();
  const body = compressors.gzip(hardList(1_000_000));
  server.answerWith((response, request) => {
    if (request.method === 'GET') {
      const isList = request.path.endsWith('/websites');
      return json({ data: isList ? [{ id: 1, domain: 'one.example' }] : [] })(response, request);
    }
    const head = `HTTP/1.1 201 Created\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\nConnection: close`;
    response.socket?.write(`${head}\r\n\r\n`);
    return response.socket?.end(body.subarray(0, 400_000));
  });
  const terminal = start({ env: { SITEDECK_URL: server.url, SITEDECK_API_KEY: 'key-of-this-test' } });
  await terminal.waitFor('> one.example');
  terminal.press('a');
  await terminal.waitFor('only the domain has to be typed');
  terminal.type('typed.example');
  await terminal.waitFor('typed.example');
  terminal.press('^S');
  await terminal.waitFor('Perhaps added: ');
  expect(terminal.lines().join('\n')).toMatch(/Domain +│ typed\.example/);
  expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
