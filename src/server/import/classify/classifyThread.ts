import type { MessagePort } from 'node:worker_threads';
import type { LineRows } from './LineRows.ts';
import { openClassifier } from './openClassifier.ts';
import type { ThreadTask, ToThread } from './protocol.ts';

/** Tells the lines apart that another thread counts, until that ends this one. */
export function classifyForThread(task: ThreadTask, port: MessagePort): void {
  const classifier = openClassifier(task);
  const answer = (rows: LineRows): void => port.postMessage(rows, [rows.numbers.buffer, rows.times.buffer]);
  port.on('message', (message: ToThread) => {
    if (message.kind === 'begin') classifier.begin(message.directive, message.namesHosts);
    else if (message.kind === 'end') answer(classifier.end());
    else answer(classifier.push(Buffer.from(message.bytes.buffer)));
  });
}
