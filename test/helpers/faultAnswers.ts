import type { Answer } from './faultServer.ts';

const jsonType = { 'content-type': 'application/json' };

/** A whole JSON answer. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return response => response.writeHead(status, { ...jsonType, ...headers }).end(JSON.stringify(body));
}

/** A whole answer of any text. */
export function raw(body: string, status = 200, headers: Record<string, string> = jsonType): Answer {
  return response => response.writeHead(status, headers).end(body);
}

/** A status and no body. */
export function bare(status: number, headers: Record<string, string> = {}): Answer {
  return response => response.writeHead(status, headers).end();
}

export function html(status = 200): Answer {
  return raw('<!DOCTYPE html><title>Sign in</title>', status, { 'content-type': 'text/html; charset=UTF-8' });
}

/** The connection ends before a single byte of an answer. */
export const cut: Answer = response => response.destroy();

/** The connection ends in the middle of the body. */
export const cutInBody: Answer = response => {
  response.writeHead(200, { ...jsonType, 'content-length': '1000' });
  response.write('{"data": [', () => response.destroy());
};

/** The request arrives and nothing comes back. */
export const never: Answer = () => undefined;

/** Headers at once, then a byte every 20 ms, for ever. */
export const trickle: Answer = response => {
  response.writeHead(200, jsonType);
  const timer = setInterval(() => response.write(' '), 20);
  response.once('close', () => clearInterval(timer));
};

/** More than anyone wants to read, in pieces as fast as they are taken, its length not said beforehand. */
export function rubbish(megabytes: number): Answer {
  return response => {
    response.writeHead(200, jsonType);
    const piece = 'x'.repeat(64 * 1024);
    let left = megabytes * 16;
    const write = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(piece)) return;
      }
      response.end();
    };
    response.on('drain', write);
    write();
  };
}

/** Answers that wait until they are let go, one by one and in any order. */
export function held(answer: Answer): { answer: Answer; release: () => void; waiting: () => number } {
  const waiting: (() => void)[] = [];
  return {
    answer: (response, request) => waiting.push(() => answer(response, request)),
    release: () => waiting.shift()?.(),
    waiting: () => waiting.length,
  };
}
