import { defineSubcommand } from '#headless/defineSubcommand.ts';
import { hostOptions } from '#headless/options/hostOptions.ts';
import { readingOptions } from '#headless/options/readingOptions.ts';
import { quietOption } from '#headless/options/quietOption.ts';

export const importLogs = defineSubcommand({
  docs: 'access-logs',
  description: 'count access logs for a website of your own (the profile "logs"), or for each host in them',
  arguments: [
    {
      name: '<DOMAIN>',
      description: 'the website they are of, added where it is new; with --each-host another log',
      suggestions: 'websites',
    },
    {
      name: '[FILE...]',
      description: 'logs, plain or compressed, in any order; - reads stdin',
      suggestions: 'files',
    },
  ],
  options: {
    ...readingOptions,
    ...hostOptions,
    follow: {
      description:
        'stdin goes on and on, as from docker logs -f: what came is stored every few seconds, and at the end',
    },
    recount: {
      description:
        'remove what is stored of the days that the logs have lines of, and count these days again from these logs alone; ' +
        'asks first, or takes --yes',
    },
    ...quietOption,
  },
  notes: `
Formats are known by their lines: common and combined (nginx, Apache, Traefik; with a host in front, or more fields), JSON of Caddy, of
Traefik and of nginx (keys named as its variables), W3C with its #Fields: line (IIS, CloudFront). gzip, zstd, xz and bzip2 are unpacked.
What syslog, journald, docker, docker compose and Kubernetes write in front of a line is taken off.
A log is refused with exit code 1, and nothing stored, where most of its lines are in no such format, or none counts for a
new website.`,
  examples: [
    ['sitedeck import shop.example.com /var/log/nginx/access.log.1', 'count a log for a website'],
    ['zcat old/*.gz | sitedeck import shop.example.com -', 'what another program prints'],
    ['sitedeck import --each-host /var/log/caddy/access.log', 'a website of each host in a log'],
    ['docker logs -f web | sitedeck import --follow shop.example.com -', 'count as it goes on'],
  ],
  async run([domain, files], options) {
    const { importFiles } = await import('#headless/import/importFiles.ts');
    await importFiles(domain, files, options);
  },
});
