import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorLine, run, temporaryHome } from './fixture.ts';

const line =
  '203.0.113.9|10/Mar/2026:10:00:00 +0000|GET /a HTTP/1.1|200|Mozilla/5.0 (X11; rv:130.0) Firefox/130.0\n';
const format = "log_format main '$remote_addr|$time_local|$request|' '$status|$http_user_agent';";

test('--log-format reads what is not recognised, and one unreadable file does not stop the others', async () => {
  const home = temporaryHome();
  writeFileSync(join(home.path, 'access.log'), line);
  writeFileSync(join(home.path, 'diary.txt'), 'Dear diary\n');
  const unknown = await run(['import', 'one.example', 'access.log'], { home });
  expect(unknown.code).toBe(1);
  expect(errorLine(unknown)).toBe(
    'sitedeck: access.log has no line of an access log in a known format. The nearest is common, but it has no time such as ' +
      `[17/May/2015:10:05:03 +0000]. The first line is shown with --debug FILE. Nothing was imported.`,
  );
  const args = ['import', 'one.example', 'access.log', 'diary.txt', '--log-format', format];
  const imported = await run([...args, '--json'], { home });
  expect(imported.code).toBe(1);
  expect(JSON.parse(imported.stdout)).toMatchObject({
    read: 2,
    malformed: 1,
    counted: 1,
    rows: [
      { file: 'access.log', state: 'imported' },
      { file: 'diary.txt', state: 'failed' },
    ],
  });
  expect(errorLine(imported)).toBe(
    'sitedeck: diary.txt has no line of an access log in a known format. The nearest is --log-format, which the line does not ' +
      'fit. The first line is shown with --debug FILE.',
  );
});

test('a --log-format that cannot be used is wrong use', async () => {
  const home = temporaryHome();
  writeFileSync(join(home.path, 'access.log'), line);
  const refused = await run(['import', 'one.example', 'access.log', '--log-format', '$remote_addr'], {
    home,
  });
  expect(refused.code).toBe(2);
  expect(errorLine(refused)).toBe('sitedeck: --log-format: it does not hold the time ($time_local, %t).');
});
