import type { Examples } from '#cli/subcommand.ts';

/** What help and the manual say of the program as a whole. */

export type Entry = readonly [term: string, is: string];

export const summary = 'website analytics in your terminal';

export const paragraphs = [
  'Sitedeck shows the websites that an analytics service tracks, their statistics and their settings. Without a ' +
    "command the full-screen application opens, with a domain at that website's statistics; ? shows its keys.",
  'The commands print, for scripts and for cron: data to standard output, everything else to standard error. SITE is ' +
    'the domain, the id or the name of a website.',
] as const;

export const examples: Examples = [
  ['sitedeck', 'the application'],
  ['sitedeck shop.example.com', 'the application at the statistics of a website'],
  ['sitedeck overview --period 7d', 'the numbers of all websites in the last seven days'],
  ['sitedeck --profile work websites list', 'the websites of another service'],
];

export const environment: readonly Entry[] = [
  ['SITEDECK_URL', 'the address of a service, in place of a profile'],
  ['SITEDECK_API_KEY', "the key for it, or in place of a profile's own"],
  ['SITEDECK_USER, SITEDECK_PASSWORD', 'who signs in to it, in place of a key'],
  ['SITEDECK_PROFILE', 'the profile to use'],
  ['SITEDECK_LOG_ROOT', 'where access logs are looked for, in place of /'],
  ['NO_COLOR', 'no colours, as --no-color'],
  ['COLORTERM, COLORFGBG', 'the colours of the terminal, as it sets them'],
  ['HTTPS_PROXY, HTTP_PROXY', 'the proxy for requests'],
  ['NO_PROXY', 'the hosts that are reached without it'],
  ['NODE_EXTRA_CA_CERTS', 'a file with certificates of your own authority'],
  ['XDG_CONFIG_HOME', 'in place of ~/.config'],
  ['XDG_DATA_HOME', 'in place of ~/.local/share'],
  ['XDG_CACHE_HOME', 'in place of ~/.cache'],
];

export const files: readonly Entry[] = [
  ['~/.config/sitedeck/profiles.json', 'addresses and keys of the services, for your account only'],
  ['~/.config/sitedeck/serve-key', 'the key that serve made'],
  ['~/.local/share/sitedeck/sites.sqlite', 'the statistics of your own logs'],
  ['~/.local/share/sitedeck/demo.sqlite', 'the demo'],
  ['~/.local/share/sitedeck/choices.json', 'sort order, period and theme of the last session'],
  ['~/.local/share/sitedeck/tags.json', 'the tags of websites'],
  ['~/.cache/sitedeck/', 'compiled code, and domains for the completion'],
];

export const exitStatus: readonly Entry[] = [
  ['0', 'done'],
  ['1', 'the service refused, does not have it, or did not give all of it'],
  ['2', 'wrong use, or settings that cannot be used: nothing was changed'],
  ['3', 'the service could not be reached, or does not accept the key'],
  ['4', 'a threshold of watch was crossed'],
  ['5', 'plan found changes'],
  ['130', 'interrupted'],
];
