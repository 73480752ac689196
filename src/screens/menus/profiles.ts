import type { Part } from '#components/parts.ts';
import type { Command } from '#commands/command.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import type { Asked } from '#store/services.ts';
import type { State } from '#store/state.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { type MenuChoice, menuScreen } from './menu.ts';

const listRows = 10;

function profileItems({ profiles, profile, logs }: State): MenuChoice[] {
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

const menu = menuScreen('profiles', {
  width: 64,
  title: label`Profiles`,
  items: profileItems,
  rows: (_, count) => Math.min(count, listRows),
  below: explanation,
  staysOpen: true,
});

const connect: Command = {
  id: 'profiles.connect',
  keys: ['a'],
  title: 'Connect another service',
  short: 'connect',
  run: ({ state }) => state.profiles.connect(),
};

export const profilesScreen: ScreenDefinition<'profiles'> = {
  ...menu,
  commands: [...menu.commands, connect],
  asks: ({ profiles: { problem } }) =>
    problem === undefined
      ? []
      : [
          { key: 'Enter', does: label`try again` },
          { key: 'a', does: label`connect` },
          { key: 'Esc', does: label`back` },
        ],
};

const shortExplanations: Readonly<Record<State['profile']['kind'], SafeText>> = {
  demo: label`The demo is made up.`,
  logs: label`sitedeck logs add DOMAIN FILE...`,
  service: label`Enter goes on with another one.`,
};

function explanation({ profiles, profile }: State, columns: number): Part {
  if (profiles.problem !== undefined) return { text: safeText(profiles.problem), tone: 'bad' };
  if (columns < 60) return { text: shortExplanations[profile.kind], tone: 'dim' };
  if (profile.kind === 'demo')
    return {
      text: label`These websites are the demo: made up, kept on this machine, yours to change.`,
      tone: 'dim',
    };
  if (profile.kind === 'logs')
    return { text: label`Logs elsewhere are added with: sitedeck logs add DOMAIN FILE...`, tone: 'dim' };
  return { text: label`Enter goes on with another one. What you see here stays as it is.`, tone: 'dim' };
}
