import { expect, test } from 'vitest';
import { type EndingSignal, onInterrupt, watchInterrupts } from '#cli/interrupt.ts';

test('a signal on its way while a piece of work begins reaches it', async () => {
  const stop = watchInterrupts();
  process.kill(process.pid, 'SIGTERM');
  expect(await new Promise<EndingSignal>(onInterrupt)).toBe('SIGTERM');
  stop();
});
