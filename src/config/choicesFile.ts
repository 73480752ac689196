import { join } from 'node:path';
import * as z from 'zod/mini';
import { parsedJson } from '#model/text/parsedJson.ts';
import type { SavedChoices } from '#model/text/savedChoices.ts';
import { errorCode } from '#system/errorCode.ts';
import { readText } from '#system/openFile.ts';
import { writeFileAtomic } from '#system/writeFileAtomic.ts';
import { decodeChoices } from './choicesSchema.ts';

/** The saved choices for one service: sort, search, period ... */
export interface ChoicesFile {
  readonly saved: SavedChoices;
  /** Writes them a moment later, or with flush. A file that cannot be read is never overwritten. */
  save(choices: SavedChoices): void;
  /** Writes unwritten choices at once. */
  flush(): void;
}

const version = 1;
const writeAfterMs = 300;

/**
 * Opens choices.json in the folder. `service` is the key of the choices: its base URL, or the name of a built-in
 * profile.
 */
export function openChoices(folder: string, service: string): ChoicesFile {
  let unwritten: SavedChoices | undefined;
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (unwritten === undefined) return;
    const choices = unwritten;
    unwritten = undefined;
    changeChoices(folder, ({ services }) => ({ services: { ...services, [service]: choices } }));
  };

  return {
    saved: decodeChoices(readChoices(folder)?.services[service]),
    save(choices) {
      unwritten = choices;
      timer ??= setTimeout(flush, writeAfterMs).unref();
    },
    flush,
  };
}

/** The same, which keeps nothing: what is chosen lasts for the session. */
export function choicesOnly({ saved }: ChoicesFile): ChoicesFile {
  return { saved, save: () => undefined, flush: () => undefined };
}

type WholeFile = z.infer<ReturnType<typeof wholeFile>>;

/** Reads the file again, since another Sitedeck may have written its choices, and replaces what has changed. */
export function changeChoices(folder: string, change: (file: WholeFile) => Partial<WholeFile>): void {
  const file = readChoices(folder);
  if (file === undefined) return;
  const content = { ...file, version, ...change(file) };
  try {
    writeFileAtomic(choicesPath(folder), `${JSON.stringify(content, null, 2)}\n`);
  } catch {
    // A full or read-only disk: the choices then last for the session.
  }
}

export const choicesPath = (folder: string) => join(folder, 'choices.json');

// Made when used: making schemas takes time.
const wholeFile = () =>
  z.looseObject({
    version: z.literal(version),
    services: z.record(z.string(), z.unknown()),
  });

/** A missing file is an empty one; undefined for one that must not be overwritten: unreadable, newer, or no JSON. */
export function readChoices(folder: string): WholeFile | undefined {
  let text: string;
  try {
    text = readText(choicesPath(folder));
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? { version, services: {} } : undefined;
  }
  return wholeFile().safeParse(parsedJson(text)).data;
}
