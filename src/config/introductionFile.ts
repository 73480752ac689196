import * as z from 'zod/mini';
import { changeChoices, readChoices } from './choicesFile.ts';

/** What of the introduction is over, for all profiles: kept beside the choices. */
export interface IntroductionFile {
  readonly over: ReadonlySet<string>;
  /** For good: also at the next start. */
  end(part: string): void;
}

const field = 'introduced';
const orElse = z.catch;
const stored = () => orElse(z.array(z.string()), []);

/** Undefined where the file of choices cannot be kept: what is to be shown once would be shown at every start. */
export function openIntroduction(folder: string): IntroductionFile | undefined {
  const file = readChoices(folder);
  if (file === undefined) return undefined;
  const over = new Set(namesIn(file));
  return {
    over,
    end(part) {
      if (over.has(part)) return;
      over.add(part);
      // Another Sitedeck may have ended others since.
      changeChoices(folder, now => ({ [field]: [...new Set([...namesIn(now), part])] }));
    },
  };
}

function namesIn(file: { readonly [field: string]: unknown }): readonly string[] {
  // Most starts find none, and need no schema.
  return file[field] === undefined ? [] : stored().parse(file[field]);
}
