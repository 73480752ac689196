import type { IncomingMessage } from 'node:http';

/**
 * The body of a request as a stream, read only as fast as it is consumed. A consumer that stops half-way leaves the
 * connection open (Node's own conversion closes it), so that the refusal can still be sent.
 */
export function requestBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let isWanted = true;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      incoming.on('data', (part: Uint8Array) => {
        if (!isWanted) return;
        controller.enqueue(part);
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
      });
      incoming.on('end', () => {
        if (isWanted) controller.close();
      });
      incoming.on('error', error => {
        if (isWanted) controller.error(error);
      });
      incoming.pause();
    },
    pull() {
      incoming.resume();
    },
    cancel() {
      isWanted = false;
    },
  });
}
