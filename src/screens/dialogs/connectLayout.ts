import { fieldEdges } from '#components/box/frame.ts';
import { dim, type Part } from '#components/parts.ts';
import { placeFields } from '#screens/editing/formLayout.ts';
import {
  type ConnectField,
  type ConnectForm,
  type ConnectProgress,
  type ConnectStep,
  connectSteps,
  type ConnectStop,
  stepState,
} from '#store/profile/profiles.ts';
import type { NeededCredential } from '#store/profile/services.ts';
import { isAscii } from '#text/characters.ts';
import { wrapSafe, wrapWithin } from '#text/fit.ts';
import { label, type SafeText } from '#text/safeText.ts';

const stepTitles: Readonly<Record<ConnectStep, SafeText>> = {
  url: label`address`,
  key: label`API key`,
  websites: label`websites`,
};
const wanted: Readonly<Record<NeededCredential, SafeText>> = {
  key: stepTitles.key,
  password: label`login`,
  nothing: label`share link`,
};
const tones = { open: 'dim', running: 'accent', done: 'good', failed: 'bad' } as const;
const marks = { open: label`·`, running: label`…`, done: label`✓`, failed: label`✗` } as const;
const asciiMarks = { open: label`-`, running: label`...`, done: label`ok`, failed: label`wrong` } as const;

export function connectStepParts(progress: ConnectProgress, asks: NeededCredential = 'key'): Part[] {
  return connectSteps.flatMap((step, index): Part[] => {
    const state = stepState(step, progress);
    const title = step === 'key' ? wanted[asks] : stepTitles[step];
    const text = isAscii() ? label`${title} ${asciiMarks[state]}` : label`${marks[state]} ${title}`;
    return [...(index === 0 ? [] : [{ text: label`   ` }]), { text, tone: tones[state] }];
  });
}

export const titleColumns = 12;
const tightIndent = 1;
/** What the service itself said is an attacker's text of any length. */
const maxSaid = 2;
const maxProblem = 3;
const maxNote = 2;

export interface ConnectLines {
  readonly status: SafeText;
  readonly problem: SafeText | undefined;
  readonly message: SafeText | undefined;
  noteOf(field: ConnectField): Part | undefined;
}

interface Density {
  readonly boxed: boolean;
  /** Which fields have a line of help: all, or the focused one. */
  readonly notes: 'all' | 'focused';
  readonly spaced: boolean;
  readonly hasSteps: boolean;
  readonly hasStatus: boolean;
}

const whole: Density = {
  boxed: true,
  notes: 'all',
  spaced: false,
  hasSteps: true,
  hasStatus: true,
};
const tight: Density = { ...whole, boxed: false, notes: 'focused' };
const tightest: Density = { ...tight, hasSteps: false, hasStatus: false };
const densities: readonly Density[] = [
  whole,
  { ...whole, boxed: false, spaced: true },
  { ...whole, boxed: false },
  tight,
];

/** Fields of a form for another service: the address says which of them there are, and what stands below them has to stay where it is. */
const maxFields = 4;

/** What is wrong always has room. Sized by the fullest form, so that nothing moves while somebody types. */
export function connectLayout(
  form: ConnectForm,
  room: { readonly width: number; readonly rows: number; readonly hasTints?: boolean },
  lines: ConnectLines,
) {
  const isNew = form.fields.includes('url');
  const fields = isNew ? maxFields : form.fields.length;
  const status = wrapSafe(lines.status, room.width - 2);
  const fullest = (density: Density) => {
    const ofFields =
      fields * ((density.boxed ? 3 : 1) + (density.notes === 'all' ? 1 : 0) + (density.spaced ? 1 : 0));
    const below = (density.hasSteps ? 1 : 0) + (density.hasStatus ? status.length : 0);
    // A problem takes a line or two more than the note in its place.
    return (density.spaced ? 1 : 0) + ofFields + 1 + maxProblem - 1 + below;
  };
  // A new key is asked for over what is on screen, which is to be seen.
  const density =
    densities
      // A background takes no rows, as a frame does.
      .filter(({ boxed }) => !boxed || room.hasTints !== true)
      .find(one => (isNew || one.notes === 'focused') && fullest(one) <= room.rows) ?? tightest;
  const rows = Math.min(room.rows, fullest(density));
  const hasSteps = density.hasSteps && form.progress !== undefined;
  const top = density.spaced ? 1 : 0;
  const atEnd = (hasSteps ? 1 : 0) + (density.hasStatus ? status.length : 0);
  const indent = density.notes === 'all' ? titleColumns : tightIndent;
  // Where there is no room for all, the other fields make room for what is wrong.
  const maxRows = density === tightest ? rows - 1 : maxProblem;
  const gap: readonly Part[] = density.spaced ? [{ text: label`` }] : [];
  const belowField = (field: ConnectStop): Part[] => {
    const fieldLines = linesBelow(field, form, lines, {
      density,
      width: room.width - indent - 1,
      max: maxRows,
    });
    return field === 'save' ? fieldLines : [...fieldLines, ...gap];
  };
  const stops: ConnectStop[] = [...form.fields, 'save'];
  const below = new Map(stops.map(stop => [stop, belowField(stop)]));
  const { placed, filled } = placeFields<ConnectStop>(
    {
      fields: stops,
      focused: form.focused,
      errors: Object.fromEntries([...below].map(([stop, parts]) => [stop, parts.map(({ text }) => text)])),
      isManyLines: () => false,
      around: stop => (density.boxed && stop !== 'save' ? fieldEdges.frame.rows : 0),
    },
    rows - top - atEnd,
  );
  return {
    /** Inside the frame. */
    rows,
    boxed: density.boxed,
    /** A blank line above the first field. */
    isSpaced: density.spaced,
    hasSteps,
    indent,
    /** Its row is counted from the first one inside the frame. */
    placed: placed.map(({ field, row }) => ({ field, row: top + row, below: below.get(field) ?? [] })),
    blank: Math.max(0, rows - top - atEnd - filled),
    status: density.hasStatus ? status : [],
  };
}

function linesBelow(
  field: ConnectStop,
  form: ConnectForm,
  { problem, message, noteOf }: ConnectLines,
  { density, width, max }: { readonly density: Density; readonly width: number; readonly max: number },
): Part[] {
  // What is of no field stands below the last stop.
  if (problem !== undefined && field === (form.wrong ?? 'save')) {
    const problemLines = wrapWithin(problem, width, max).map((text): Part => ({ text, tone: 'bad' }));
    const words = message === undefined || density === tightest ? [] : wrapWithin(message, width, maxSaid);
    return [
      ...problemLines,
      ...words.slice(0, Math.max(0, max - problemLines.length)).map((text): Part => dim(text)),
    ];
  }
  if (field === 'save') return [];
  const isShown = density.notes === 'all' || (field === form.focused && problem === undefined);
  const note = isShown ? noteOf(field) : undefined;
  if (note === undefined) return density.notes === 'all' ? [{ text: label`` }] : [];
  return wrapWithin(note.text, width, density.notes === 'all' ? 1 : maxNote).map(text => ({
    ...note,
    text,
  }));
}
