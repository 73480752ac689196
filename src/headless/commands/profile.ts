import { defineSubcommand, type ListedSubcommand } from '#headless/defineSubcommand.ts';
import { quietOption } from '#headless/options/quietOption.ts';
import { serviceKinds } from '#model/service/kinds.ts';

const list = defineSubcommand({
  description: 'list the profiles, without their keys',
  arguments: [],
  options: {},
  examples: [['sitedeck profile list', 'the services, and which of them is used']],
  async run(_args, options) {
    const { listProfiles } = await import('#headless/profile/listProfiles.ts');
    await listProfiles(options);
  },
});

const user = {
  value: '<name>',
  description: 'who signs in; the password is asked for, or read from stdin, and never kept',
  conflicts: ['keyCommand'],
} as const;
const keyCommand = {
  value: '<command>',
  description: 'a command line that prints the key; else it is asked for, or read from stdin',
} as const;

const add = defineSubcommand({
  description: 'connect a service; it is tested before it is saved',
  arguments: [
    { name: '<NAME>', description: 'letters, digits, dots, - and _' },
    {
      name: '<URL>',
      description: 'its address, such as https://stats.example.com, or a share link of Umami',
    },
  ],
  options: {
    kind: {
      value: '<kind>',
      description: 'which service it is; else it is found out',
      choices: serviceKinds,
    },
    user,
    keyCommand,
    timeZone: { value: '<zone>', description: 'the service counts days in, such as Europe/Berlin' },
    replace: { description: 'in place of a profile of that name, which keeps what is not said anew' },
    ...quietOption,
  },
  notes:
    '\n--read-only is kept: the profile then never changes anything. A share link is read-only by itself.',
  examples: [
    ['sitedeck profile add work https://stats.example.com', 'finds out what it is and asks for the key'],
    [
      'pass umami | sitedeck profile add blog https://umami.example.com --user anna',
      'signs in to Umami and keeps its token, not the password',
    ],
    [
      'pass show stats | sitedeck profile add home https://stats.example.com',
      'takes the key from another program',
    ],
    [
      "sitedeck profile add ops https://example.com/stats --key-command 'pass ops'",
      'asks that program for the key at each start',
    ],
  ],
  async run([name, url], options) {
    const { addService } = await import('#headless/profile/addService.ts');
    await addService(name, url, options);
  },
});

const signIn = defineSubcommand({
  description: 'sign in again, or give another key; all else of the profile stays as it is',
  arguments: [{ name: '<NAME>', suggestions: 'profiles' }],
  options: { user, keyCommand, ...quietOption },
  examples: [
    ['sitedeck profile sign-in work', 'asks for what the service wants, and tests it'],
    ['pass umami | sitedeck profile sign-in blog --user anna', 'takes the password from another program'],
  ],
  async run([name], options) {
    const { signInAgain } = await import('#headless/profile/addService.ts');
    await signInAgain(name, options);
  },
});

const use = defineSubcommand({
  description: 'use a profile from now on, wherever none is named',
  arguments: [{ name: '<NAME>', suggestions: 'profiles' }],
  options: quietOption,
  examples: [['sitedeck profile use work', 'until another one is chosen']],
  async run([name]) {
    const { useProfile } = await import('#headless/profile/changeProfiles.ts');
    useProfile(name);
  },
});

const remove = defineSubcommand({
  description: 'forget a profile with its key and all that is kept of it',
  arguments: [{ name: '<NAME>', suggestions: 'profiles' }],
  options: quietOption,
  examples: [['sitedeck profile remove work', 'the service itself stays as it is']],
  async run([name]) {
    const { removeProfile } = await import('#headless/profile/changeProfiles.ts');
    removeProfile(name);
  },
});

const forgetCache = defineSubcommand({
  description: 'remove what was last seen of a profile, which is kept for the next start',
  arguments: [{ name: '[NAME]', description: 'left out, the one in use', suggestions: 'profiles' }],
  options: quietOption,
  notes: '\nWith "cache": "off" in the file of profiles nothing is kept of a profile.',
  examples: [['sitedeck profile forget-cache work', 'the next start waits for the service again']],
  async run([name], options) {
    const { forgetCache: forget } = await import('#headless/profile/changeProfiles.ts');
    forget(name, options);
  },
});

export const profile: ListedSubcommand = {
  docs: 'services',
  description: 'the demo, your logs and the services you have connected',
  subcommands: { list, add, 'sign-in': signIn, use, remove, 'forget-cache': forgetCache },
};
