import { join } from 'node:path';
import * as z from 'zod/mini';
import type { SavedChoices } from '#model/text/savedChoices.ts';
import { errorCode } from '#system/errorCode.ts';
import { readText } from '#system/openFile.ts';
import { writeFileAtomic } from '#system/writeFileAtomic.ts';
import { decodeChoices } from './choicesSchema.ts';

/** What a person chose for one service, as the last session left it. */
export interface ChoicesFile {
  readonly saved: SavedChoices;
  /** Notes them; they are written a moment later, or with flush. A file that cannot be read is never written over. */
  save(choices: SavedChoices): void;
  /** Writes what was noted and is not written yet. */
  flush(): void;
}

const version = 1;
const writeAfterMs = 300;

/** `service` names whose choices they are: its base URL. The file is in the given folder. */
export function openChoices(folder: string, service: string): ChoicesFile {
  let noted: SavedChoices | undefined;
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (noted === undefined) return;
    const choices = noted;
    noted = undefined;
    changeChoices(folder, ({ services }) => ({ services: { ...services, [service]: choices } }));
  };

  return {
    saved: decodeChoices(readChoices(folder)?.services[service]),
    save(choices) {
      noted = choices;
      timer ??= setTimeout(flush, writeAfterMs).unref();
    },
    flush,
  };
}

type WholeFile = z.infer<ReturnType<typeof wholeFile>>;

/** Reads anew, for another Sitedeck may have written choices for its service, and replaces what changes. */
export function changeChoices(folder: string, change: (file: WholeFile) => Partial<WholeFile>): void {
  const file = readChoices(folder);
  if (file === undefined) return;
  const content = { ...file, version, ...change(file) };
  try {
    writeFileAtomic(pathIn(folder), `${JSON.stringify(content, null, 2)}\n`);
  } catch {
    // A disk that is full or read-only: the choices last as long as the session.
  }
}

const pathIn = (folder: string) => join(folder, 'choices.json');

// Schemas are made when they are used: most starts find no file yet.
const wholeFile = () =>
  z.looseObject({
    version: z.literal(version),
    services: z.record(z.string(), z.unknown()),
  });

/** No file is an empty one; undefined for one that is not ours to write: unreadable, of a newer version, or no JSON. */
export function readChoices(folder: string): WholeFile | undefined {
  let text: string;
  try {
    text = readText(pathIn(folder));
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? { version, services: {} } : undefined;
  }
  try {
    const result = wholeFile().safeParse(JSON.parse(text));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}
