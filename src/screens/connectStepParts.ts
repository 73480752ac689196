import type { Part } from '#components/style.ts';
import {
  connectSteps,
  stepState,
  type ConnectProgress,
  type ConnectStep,
} from '#store/profiles/connectSteps.ts';
import type { Asked } from '#store/profiles/profilesService.ts';
import { isAscii } from '#terminal/charset.ts';
import { label, type SafeText } from '#terminal/safeText.ts';

const titles: Readonly<Record<ConnectStep, SafeText>> = {
  url: label`address`,
  key: label`API key`,
  websites: label`websites`,
};
/** What a service wants besides its address. */
const wanted: Readonly<Record<Asked, SafeText>> = {
  key: titles.key,
  password: label`login`,
  nothing: label`share link`,
};
const tones = { open: 'dim', running: 'accent', done: 'good', failed: 'bad' } as const;
const marks = { open: label`·`, running: label`…`, done: label`✓`, failed: label`✗` } as const;
const asciiMarks = { open: label`-`, running: label`...`, done: label`ok`, failed: label`wrong` } as const;

/** The steps of connecting in one line, each with how it went. */
export function connectStepParts(progress: ConnectProgress, asks: Asked = 'key'): Part[] {
  return connectSteps.flatMap((step, index): Part[] => {
    const state = stepState(step, progress);
    const title = step === 'key' ? wanted[asks] : titles[step];
    const text = isAscii() ? label`${title} ${asciiMarks[state]}` : label`${marks[state]} ${title}`;
    return [...(index === 0 ? [] : [{ text: label`   ` }]), { text, tone: tones[state] }];
  });
}
