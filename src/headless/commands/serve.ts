import { defineSubcommand } from '#headless/defineSubcommand.ts';
import { wholeNumber } from '#headless/options/wholeNumber.ts';

export const serve = defineSubcommand({
  docs: 'access-logs#serving-them',
  description: 'offer your own service (the profile "logs", or --profile demo) over HTTP',
  arguments: [],
  options: {
    host: { value: '<address>', description: 'where to listen', default: '127.0.0.1' },
    port: {
      value: '<port>',
      description: '0 takes any free one',
      parse: wholeNumber(0, 65_535),
      default: 8080,
    },
    allowHost: {
      value: '<name>',
      description:
        'a name that requests may have as their host, of a reverse proxy for example; once for each',
      repeatable: true,
    },
  },
  notes: `
Clients send a key: SITEDECK_API_KEY, or one that is made once and kept in a file only you can read. Where
other machines can reach it, the key is SITEDECK_API_KEY, with at least 16 characters.

Requests are for localhost, 127.0.0.1 or [::1], with any port; beyond this machine also for any address, and for
the name that --host has. Other names are refused unless they are allowed, and so are all requests of web pages.`,
  examples: [
    ['sitedeck serve --port 8080', 'for programs on this machine'],
    [
      'sitedeck serve --host 0.0.0.0 --allow-host stats.example.com',
      'for other machines too, with the key in SITEDECK_API_KEY',
    ],
  ],
  async run(_args, options) {
    const { runServer } = await import('#headless/serve/runServer.ts');
    await runServer(options);
  },
});
