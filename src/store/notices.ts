import type { SliceContext } from './slice.ts';

/** A message in the detail line, until the next key or for a few seconds. Foreign text: made safe where it is drawn. */
interface Notice {
  readonly text: string;
  /** A hint stays until the next key: it is shown only once. */
  readonly tone: 'info' | 'good' | 'bad' | 'hint';
  /** In its place where the line has no room for it: only what has one never takes the line of the keys. */
  readonly short?: string | undefined;
}

export interface NoticesSlice {
  readonly current?: Notice | undefined;
  say(text: string, tone?: Notice['tone'], short?: string): void;
  clear(): void;
}

const shownForMs = 8_000;

export function createNotices({ get, patch }: SliceContext<{ notices: NoticesSlice }>): NoticesSlice {
  let timer: NodeJS.Timeout | undefined;
  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
    patch('notices', { current: undefined });
  };
  return {
    say(text, tone = 'info', short) {
      clearTimeout(timer);
      const { current } = get().notices;
      // Said again, as by a key that is held, it is drawn once.
      if (current?.text !== text || current.tone !== tone)
        patch('notices', { current: { text, tone, short } });
      if (tone !== 'hint') timer = setTimeout(clear, shownForMs).unref();
    },
    clear,
  };
}
