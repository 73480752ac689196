import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { selectedLine, start } from '../helpers/application.ts';
import { foreignTexts } from '../helpers/hostileTexts.ts';
import { builtProgram, runner } from '../helpers/program.ts';
import { type Terminal } from '../helpers/terminal.ts';
import { openTexts, settled, useTextService } from '../helpers/textApplication.ts';
import { goneWithin } from '../terminal/fixtures/start.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';

const texts = foreignTexts.slice(0, 12);
const hasTmux = spawnSync('tmux', ['-V']).error === undefined;

interface Inside {
  readonly terminal: Terminal;
  readonly pid: number;
  /** Ends the tmux server: the terminal goes away under the program. */
  kill(): void;
}

/** The program in a tmux of its own, whose one window fills the terminal. */
async function startInTmux(term: string): Promise<Inside> {
  const service = await useTextService();
  const home = temporaryHome();
  writeFileSync(join(home.path, 'tmux.conf'), `set -g default-terminal ${term}\nset -g status off\n`);
  writeFileSync(
    join(home.path, 'run'),
    `echo $$ >'${join(home.path, 'pid')}'; exec '${runner}' '${builtProgram}'\n`,
  );
  const env = {
    SITEDECK_URL: service.url,
    SITEDECK_API_KEY: service.keyFor({ texts }),
    TMUX_TMPDIR: home.path,
  };
  const tmux = ['-u', '-f', join(home.path, 'tmux.conf'), '-L', 'test'];
  const kill = () => void spawnSync('tmux', [...tmux, 'kill-server'], { env: { ...home.env, ...env } });
  onTestFinished(kill);
  const terminal = start({
    command: 'tmux',
    args: [...tmux, 'new-session', `sh '${join(home.path, 'run')}'`],
    home,
    env,
  });
  await terminal.waitFor(' > plain.example.com', 60_000);
  await settled(terminal);
  return { terminal, pid: Number(readFileSync(join(home.path, 'pid'), 'utf8')), kill };
}

describe.skipIf(!hasTmux)(`under tmux${hasTmux ? '' : ' (there is no tmux on this machine)'}`, () => {
  test.each(['screen', 'tmux-256color'])('TERM=%s: the same text, in colour', async term => {
    const [{ terminal, pid, kill }, { terminal: bare }] = [
      await startInTmux(term),
      await openTexts({ texts }),
    ];
    const both = [terminal, bare];
    const expectSame = async () => {
      for (const one of both) await settled(one, 60);
      await vi.waitFor(() => expect(terminal.lines().slice(1)).toEqual(bare.lines().slice(1)), {
        timeout: 5000,
      });
    };
    await expectSame();
    expect(terminal.screen.find('> plain.example.com')).toMatchObject({ fg: 6, bold: true });
    expect(terminal.screen.find('DOMAIN')).toMatchObject({ dim: true });
    // What a key shows is waited for, so that none is sent behind an Escape, which tmux holds back for half a second.
    const keys: [key: string, shows: (screen: string) => boolean][] = [
      ['j', screen => !screen.includes(' > plain.example.com')],
      ['/', screen => screen.includes('Search')],
      // The service finds all of them: Enter leaves the field, and the next one opens the first.
      ['日', screen => screen.includes('Search 日') && screen.includes('12 websites found')],
      ['Enter', screen => / Enter open {2}\/ search/.test(screen)],
      ['Enter', screen => screen.includes('Per visitor')],
      [':', screen => screen.includes('╭─ Go to')],
      ['Esc', screen => !screen.includes('╭─ Go to')],
      ['Enter', screen => /DAY +VISITORS/.test(screen)],
      ['?', screen => screen.includes('╭─ Help')],
    ];
    // The other name changes colours alone.
    for (const [key, shows] of term === 'screen' ? keys.slice(0, 2) : keys) {
      for (const one of both) one.press(key);
      for (const one of both) await one.waitFor(lines => shows(lines.join('\n')));
      await expectSame();
    }
    kill();
    expect(await goneWithin(pid, 5000)).toBe(true);
  });

  test('follows the size, and takes a paste whole', async () => {
    const { terminal } = await startInTmux('tmux-256color');
    terminal.resize(100, 30);
    await terminal.waitFor(lines => lines[29]?.includes('? help') === true);
    terminal.press('/');
    await terminal.waitFor(() => terminal.screen.cursor().shown);
    terminal.paste('qqq日本');
    await terminal.waitFor('Search qqq日本');
    terminal.press('Enter');
    await settled(terminal, 400);
    terminal.press('j', 'k', 'j');
    await terminal.waitFor(() => selectedLine(terminal).includes('日本語'));
  });
});
