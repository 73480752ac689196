import type { Command } from '#commands/command.ts';
import { dim, type Part } from '#components/parts.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import type { NeededCredential, ProfileEntry } from '#store/profile/services.ts';
import type { State } from '#store/state.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { keyOf } from '#text/words.ts';
import { type MenuChoice, menuScreen } from './menu.ts';

const listRows = 10;

function profileItems({ profiles, profile, capabilities, logs, websites }: State): MenuChoice[] {
  const isLink = websites.list.error?.details.isLink === true;
  const isListed = profiles.entries.some(({ name }) => name === profile.name);
  return [
    ...profiles.entries.map(entry => ({
      title: safeText(entry.name, 40),
      note: noteOf(entry),
      isChosen: entry.name === profile.name,
      choose: () => profiles.use(entry.name),
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
    {
      title: isLink ? label`New link, or another service ...` : label`Connect a service ...`,
      key: keyOf('profiles.connect'),
      choose: profiles.connect,
    },
    ...(capabilities.isLocal === true
      ? []
      : [{ title: newKeyTitle(profiles.credential()), choose: profiles.newKey }]),
    ...(logs.canAdd ? [{ title: label`Read my access logs ...`, choose: logs.open }] : []),
  ];
}

function newKeyTitle(asks: NeededCredential): SafeText {
  return asks === 'password' ? label`Sign in again ...` : label`New key for this service ...`;
}

function noteOf({ kind, url }: ProfileEntry): SafeText {
  if (kind === 'demo') return label`made-up websites`;
  if (kind === 'logs') return label`your own access logs`;
  return safeText((url ?? '').replace(/^https:\/\//, ''), 60);
}

export const menu = menuScreen('profiles', {
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
  keyHints: ({ profiles: { problem } }) =>
    problem === undefined
      ? []
      : [
          { key: 'Enter', action: label`try again` },
          { key: keyOf('profiles.connect'), action: label`connect` },
          { key: 'Esc', action: label`back` },
        ],
};

function explanation({ profiles, capabilities }: State, columns: number): Part {
  if (profiles.problem !== undefined) return { text: safeText(profiles.problem), tone: 'bad' };
  const [short, long] = explanations(capabilities);
  return dim(columns < 60 ? short : long);
}

function explanations({ isDemo, countsLogs }: Capabilities): readonly [short: SafeText, long: SafeText] {
  if (isDemo === true)
    return [
      label`The demo is made up.`,
      label`These websites are the demo: made up, kept on this machine, yours to change.`,
    ];
  if (countsLogs === true)
    return [
      label`sitedeck logs add DOMAIN FILE...`,
      label`Logs elsewhere are added with: sitedeck logs add DOMAIN FILE...`,
    ];
  return [
    label`Enter goes on with another one.`,
    label`Enter goes on with another one. What you see here stays as it is.`,
  ];
}
