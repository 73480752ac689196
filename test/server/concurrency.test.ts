import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Database } from '#server/database/Database.ts';
import { createAnswerer } from '#server/answerer.ts';
import { runChild } from './children/run.ts';
import { ask, openForTest, temporaryFile } from './serverFixture.ts';

const count = 60;

test('two processes that write one file at once lose nothing', async () => {
  const file = temporaryFile();
  const ended = await Promise.all(
    ['first', 'second'].map(prefix => runChild('addWebsites.ts', [file, prefix, String(count)])),
  );
  expect(ended).toEqual([1, 2].map(() => ({ code: 0, output: String(count), errors: '' })));
  const service = await openForTest({ file });
  for (const prefix of ['first', 'second']) {
    const { body } = await ask(service, `GET /websites?search=${prefix}-&per_page=100`);
    expect(body.meta).toMatchObject({ total: count });
  }
});

test('two services of one process that write one file at once lose nothing', async () => {
  const file = temporaryFile();
  const services = await Promise.all([openForTest({ file }), openForTest({ file })]);
  const numbers = Array.from({ length: count }, (_, index) => index);
  const answers = await Promise.all(
    numbers.map(number =>
      ask(number % 2 === 0 ? services[0] : services[1], 'POST /websites', {
        domain: `site-${number}.example`,
      }),
    ),
  );
  expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([201]));
  for (const service of services) {
    expect((await ask(service, 'GET /websites')).body.meta).toMatchObject({ total: count });
  }
});

test('the same domain sent twice at once is taken once', async () => {
  const file = temporaryFile();
  const services = await Promise.all([openForTest({ file }), openForTest({ file })]);
  const answers = await Promise.all(
    services.map(service => ask(service, 'POST /websites', { domain: 'one.example' })),
  );
  expect(answers.map(answer => answer.status).sort((a, b) => a - b)).toEqual([201, 422]);
});

test('a file that stays locked is a 503 for a write, which changes nothing, and no matter for a read', async () => {
  const file = temporaryFile();
  (await openForTest({ file })).close();
  const [holder, connection] = [new DatabaseSync(file), new DatabaseSync(file)];
  const database = new Database(connection, 30);
  const answer = createAnswerer({
    database,
    file,
    timeStamp: () => '2026-11-20 10:00:00',
    apiKey: undefined,
  });
  const service = { answer, close: () => database.close() };
  holder.exec('begin immediate');
  const refused = await ask(service, 'POST /websites', { domain: 'example.com' });
  expect(refused.status).toBe(503);
  expect(refused.body).toEqual({
    message: `${file} is held by another program: close that program, then try again.`,
  });
  expect((await ask(service, 'GET /websites')).body.data).toEqual([]);
  holder.exec('rollback');
  expect((await ask(service, 'POST /websites', { domain: 'example.com' })).status).toBe(201);
  service.close();
  holder.close();
});
