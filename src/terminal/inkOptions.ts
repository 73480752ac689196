import type { ReadStream, WriteStream } from 'node:tty';

export interface InkOptions {
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  /** Also the screen: what Ink takes from console.error would otherwise be written over it. */
  readonly stderr: WriteStream;
  readonly alternateScreen: true;
  readonly incrementalRendering: true;
  readonly maxFps: number;
  readonly exitOnCtrlC: false;
  readonly patchConsole: true;
  /** By default Ink draws nothing where CI is in the environment. */
  readonly interactive: true;
}

/** For Ink's render: it draws on this stream and reads nothing. */
export function inkOptions(stdin: ReadStream, stdout: WriteStream): InkOptions {
  return {
    stdin: withoutKeys(stdin),
    stdout,
    stderr: stdout,
    alternateScreen: true,
    incrementalRendering: true,
    maxFps: 120,
    exitOnCtrlC: false,
    patchConsole: true,
    interactive: true,
  };
}

/** Ink gets a stdin that is no terminal, so that an accidental useInput fails at once instead of consuming keys. */
function withoutKeys(stdin: ReadStream): ReadStream {
  return new Proxy(stdin, {
    get: (stream, name) => {
      const value: unknown = name === 'isTTY' ? false : Reflect.get(stream, name);
      return value;
    },
  });
}
