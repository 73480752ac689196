import { describe, expect, test } from 'vitest';
import { start } from '../../helpers/application.ts';
import { builtProgram, runner } from '../../helpers/program.ts';
import { useTextService } from '../../helpers/textApplication.ts';
import { goneWithin } from '../../terminal/fixtures/start.ts';
import { startUnder, texts } from './startUnder.ts';

describe('when the terminal goes away, the program is gone within a second', () => {
  const alone = 'echo $$ >pid; exec "$NODE" "$PROGRAM"';

  test.each([
    ['at SIGHUP', alone],
    ['with SIGHUP ignored', `trap '' HUP; ${alone}`],
  ])('%s', async (_, script) => {
    const { terminal, pid } = await startUnder(script);
    terminal.hangUp();
    expect(await goneWithin(pid, 1000)).toBe(true);
  });

  test('with SIGHUP ignored, while the service does not answer', async () => {
    const { terminal, pid } = await startUnder(`trap '' HUP; ${alone}`, {
      content: { delay: Infinity },
      shown: 'Reading',
    });
    terminal.hangUp();
    expect(await goneWithin(pid, 1000)).toBe(true);
  });

  test('with SIGHUP ignored, in the demo', async () => {
    const { terminal, pid } = await startUnder(`trap '' HUP; ${alone}`, {
      env: { SITEDECK_URL: '', SITEDECK_API_KEY: '' },
      shown: ' > ',
    });
    terminal.hangUp();
    expect(await goneWithin(pid, 1000)).toBe(true);
  });

  test('where only what it writes to is gone', async () => {
    const service = await useTextService();
    const terminal = start({
      command: 'bash',
      args: ['-c', `trap '' HUP; read path; "$NODE" "$PROGRAM" >"$path"; echo "code $?"`],
      env: {
        NODE: runner,
        PROGRAM: builtProgram,
        SITEDECK_URL: service.url,
        SITEDECK_API_KEY: service.keyFor({ texts }),
      },
    });
    // Started after it, which would otherwise inherit the other end of this one and keep it open.
    const other = start({ command: 'bash', args: ['-c', 'tty; sleep 60'] });
    await other.waitFor('/dev/');
    terminal.type(`${other.lines()[0] ?? ''}\r`);
    await other.waitFor(' > one.example.com');
    other.hangUp();
    // It is noticed with the next thing written.
    const ended = terminal.waitFor('code 129', 5000);
    const pressing = setInterval(() => terminal.press('^L'), 100);
    await ended.finally(() => clearInterval(pressing));
  });
});
