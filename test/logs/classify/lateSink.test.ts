import { expect, test } from 'vitest';
import { LateSink, type LineSink } from '#logs/classify/threads.ts';

/** A late sink that holds up to eight bytes, and what the sinks behind it were asked for. */
function recorded() {
  const calls: string[] = [];
  const open = (name: string) => (): LineSink => {
    calls.push(name);
    return {
      begin: directive => void calls.push(`begin ${directive}`),
      push: bytes => void calls.push(String(bytes)),
      end: async () => void calls.push('end'),
      close: async () => void calls.push('close'),
    };
  };
  return { calls, sink: new LateSink(8, { few: open('few'), many: open('many') }) };
}

test('few bytes are held to the end, and passed on as they came', async () => {
  const { calls, sink } = recorded();
  sink.begin('#Fields: a');
  await sink.push(Buffer.from('one'));
  await sink.push(Buffer.from('four'));
  expect(calls).toEqual([]);
  await sink.end();
  await sink.close();
  expect(calls).toEqual(['few', 'begin #Fields: a', 'one', 'four', 'end', 'close']);
});

test('many are passed on once there are so many, and all that follow at once', async () => {
  const { calls, sink } = recorded();
  sink.begin(undefined);
  await sink.push(Buffer.from('three'));
  await sink.push(Buffer.from('six'));
  expect(calls).toEqual(['many', 'begin undefined', 'three', 'six']);
  await sink.push(Buffer.from('more'));
  await sink.end();
  expect(calls.slice(4)).toEqual(['more', 'end']);
});

test('given up before its end it opens nothing', async () => {
  const { calls, sink } = recorded();
  sink.begin(undefined);
  await sink.push(Buffer.from('one'));
  await sink.close();
  expect(calls).toEqual([]);
});
