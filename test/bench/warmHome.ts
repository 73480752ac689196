import { makeHome, type Home } from '../helpers/home.ts';
import { builtProgram } from '../helpers/program.ts';
import { startTerminal } from '../helpers/terminal.ts';

/** A home as it is after some use: the demo is made and the compile cache is filled. */
export async function warmHome(): Promise<Home> {
  const home = makeHome();
  for (let start = 0; start < 3; start++) {
    const terminal = startTerminal({ home });
    await terminal.waitFor('13 websites', 60_000);
    await terminal.quiet(1_500);
    terminal.press('q');
    await terminal.exit;
    await terminal.stop();
  }
  return home;
}

export { builtProgram };
