import { onTestFinished } from 'vitest';
import { demoHome } from './demoHome.ts';
import { type Home, makeHome } from './home.ts';

/** An empty home, which goes with the test. */
export function temporaryHome(): Home {
  const home = makeHome();
  onTestFinished(() => home.remove());
  return home;
}

/** The same where the demo is ready. */
export async function temporaryDemo(options?: Parameters<typeof demoHome>[0]): Promise<Home> {
  const home = await demoHome(options);
  onTestFinished(() => home.remove());
  return home;
}
