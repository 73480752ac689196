import type { State } from '#store/core/state.ts';
import type { Asked } from '#store/profiles/profilesService.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { bodyRows } from '#store/core/viewport.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';

/** Longer lists scroll. */
const listRows = 10;

interface ProfileItem {
  readonly title: SafeText;
  readonly note?: SafeText | undefined;
  readonly isChosen?: boolean;
  choose(): void;
}

/** All profiles, then the items that connect a service and replace the key of the current one. */
export function profileItems({ profiles, profile, logs }: State): ProfileItem[] {
  const isListed = profiles.entries.some(({ name }) => name === profile.name);
  return [
    ...profiles.entries.map(({ name, kind, url }) => ({
      title: safeText(name, 40),
      note: noteOf(kind, url),
      isChosen: name === profile.name,
      choose: () => profiles.use(name),
    })),
    ...(isListed
      ? []
      : [
          {
            title: safeText(profile.name, 40),
            note: label`from the environment`,
            isChosen: true,
            choose: () => profiles.use(profile.name),
          },
        ]),
    { title: label`Connect a service ...`, choose: profiles.connect },
    ...(profile.kind === 'service' ? [{ title: newKeyTitle(profiles.asks()), choose: profiles.newKey }] : []),
    ...(logs.canAdd ? [{ title: label`Read my access logs ...`, choose: logs.open }] : []),
  ];
}

function newKeyTitle(asks: Asked): SafeText {
  return asks === 'password' ? label`Sign in again ...` : label`New key for this service ...`;
}

function noteOf(kind: State['profile']['kind'], url: string | undefined): SafeText {
  if (kind === 'demo') return label`made-up websites`;
  if (kind === 'logs') return label`your own access logs`;
  return safeText((url ?? '').replace(/^https:\/\//, ''), 60);
}

/** Columns inside the frame. */
export function profileColumns({ columns }: State['viewport']): number {
  return Math.min(62, columns - 4);
}

/** Rows of the list on this terminal, beside the frame, what is wrong in full, and the title where there is room for it too. */
export function profileRows(state: State): { readonly list: number; readonly hasTitle: boolean } {
  const { viewport, profiles } = state;
  const told =
    profiles.problem === undefined
      ? 0
      : wrapSafe(safeText(profiles.problem), profileColumns(viewport) - 2).length;
  const room = bodyRows(viewport) - 2 - told;
  const hasTitle = room > 1;
  const rows = Math.min(profileItems(state).length, listRows, room - (hasTitle ? 1 : 0));
  return { list: Math.max(1, rows), hasTitle };
}
