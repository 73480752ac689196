import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ConfigError, exitCodes, UsageError } from '#model/failure.ts';
import { type EndingSignal, onInterrupt } from '#cli/interrupt.ts';
import { complain, progress, say } from '#cli/output.ts';
import { defineSubcommand, wholeNumber } from '#cli/subcommand.ts';
import { showPreparing } from '#cli/withService.ts';
import { builtInProfile, isBuiltIn, type Profile } from '#config/profile/profiles.ts';
import { checkSecret, readOwnFile, writing } from '#config/jsonFile.ts';
import { type Paths, readPaths, serviceFile } from '#config/paths.ts';
import { inZoneOfCounts } from '#server/database/openDatabase.ts';
import { openBuiltIn } from '#server/openService.ts';
import { openDebugLog } from '#api/http/client.ts';
import { type Following, openLogs } from '#logs/index.ts';
import { timeStampIn, todayIn } from '#model/period/day.ts';
import { type Answerer, isApiKey, isLoopback } from '#model/service/connection.ts';
import { hostName } from '#model/website/website.ts';
import { listen } from '#server/http.ts';
import { json } from '#server/request.ts';
import { writeFileAtomic } from '#system/files.ts';
import type { Environment } from '#terminal/capabilities.ts';
import { safeText } from '#text/safeText.ts';
import { counted, shellQuote } from '#text/words.ts';

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
    const { port } = options;
    // Without the brackets of [::1].
    const host = options.host.replace(/^\[(.*)\]$/, '$1');
    // As browsers send it, in ASCII and lower case.
    const allowedHosts = (options.allowHost ?? []).map(host => {
      const name = hostName(host);
      if (name !== undefined) return name;
      throw new UsageError('--allow-host takes the name of a host alone, such as stats.example.com.');
    });
    const paths = readPaths(process.env);
    const { profile: kind = 'logs', url } = options;
    if (url !== undefined || !isBuiltIn(kind))
      throw new UsageError(
        'Only your own service can be served: --profile logs (the default), or --profile demo.',
      );
    const profile = inZoneOfCounts(builtInProfile(kind, options, paths), serviceFile('logs', paths));
    const { key, inShell } = serveKey(process.env, paths, host);
    const today = () => todayIn(profile.timeZone, new Date());
    const timeStamp = () => timeStampIn(profile.timeZone, new Date());
    const service = await openBuiltIn(kind, {
      file: serviceFile(kind, paths),
      today,
      timeStamp,
      timeZone: profile.timeZone,
      apiKey: key,
      onProgress: showPreparing,
      onMemory: say,
    });
    progress.clear();
    // Before the key is checked.
    const readsOnly: Answerer = async request =>
      request.method === 'GET' || request.method === 'HEAD'
        ? await service.answer(request)
        : json(403, { message: 'This service is read-only.' });
    const answer = logged(profile.readOnly ? readsOnly : service.answer, options.debug);
    try {
      const listener = await listen({ answer }, { host, port, allowedHosts });
      say(`Serving ${kind === 'demo' ? 'the demo' : 'your own websites'} at ${listener.url}; ^C ends.`);
      say(`  curl -H "Authorization: Bearer ${inShell}" ${listener.url}/api/v1/websites`);
      const following = kind === 'logs' && !profile.readOnly ? followSaid(profile, paths) : undefined;
      const signal = await new Promise<EndingSignal>(resolve => onInterrupt(resolve));
      following?.stop();
      await listener.close();
      if (signal === 'SIGINT') process.exitCode = exitCodes.interrupted;
    } finally {
      service.close();
    }
  },
});

/** The fewest characters of a key where other machines can try to guess it. */
const minKeyLength = 16;

/**
 * The key in the environment, else the one in the config folder, made the first time. Where other machines can reach
 * the service only the former: the user has to choose it. Never printed: for a shell there is "$SITEDECK_API_KEY", or the
 * command that reads the file. Throws a UsageError or ConfigError.
 */
export function serveKey(env: Environment, { config }: Pick<Paths, 'config'>, host: string) {
  const own = env['SITEDECK_API_KEY']?.trim() ?? '';
  const isOpen = !isLoopback(host);
  if (isOpen && own.length < minKeyLength)
    throw new UsageError(
      `Others can reach ${safeText(host, 60)}: set SITEDECK_API_KEY to the key they must send, at least ${minKeyLength} characters, then serve there.`,
    );
  if (own !== '') {
    if (!isApiKey(own))
      throw new UsageError('SITEDECK_API_KEY has characters that no API key has: choose one without spaces.');
    return { key: own, inShell: '$SITEDECK_API_KEY' };
  }
  const file = join(config, 'serve-key');
  const known = readOwnFile(file, checkSecret)?.trim();
  if (known !== undefined && !(isApiKey(known) && known.length >= 8))
    throw new ConfigError(`${safeText(file)} holds no key: move it away, and a new one is made.`);
  const key = known ?? `sd_${randomBytes(24).toString('base64url')}`;
  if (known === undefined) writing(file, () => writeFileAtomic(file, `${key}\n`));
  return { key, inShell: `$(cat ${shellQuote(file)})` };
}

/** Follows the logs, and says so once; problems are said as they come. */
function followSaid({ timeZone }: Profile, paths: Paths): Following {
  let lastWords = '';
  const sayOnce = (words: string): void => {
    if (words !== lastWords) say(words);
    lastWords = words;
  };
  const complained = new Set<string>();
  return openLogs({ file: serviceFile('logs', paths), timeZone, name: 'sitedeck serve' }).follow({
    onStatus({ by, sources, problems, advice }) {
      const who =
        by === 'this' || by === undefined
          ? 'Following'
          : `Process ${by.process} (${safeText(by.name, 60)}) follows`;
      sayOnce(`${who} ${counted(sources, 'sources')} of logs.`);
      for (const problem of problems) if (!complained.has(problem)) complain(safeText(problem, 600));
      for (const words of advice) if (!complained.has(words)) say(safeText(words, 600));
      for (const words of [...problems, ...advice]) complained.add(words);
    },
    onStored: () => undefined,
    onFailure: message => complain(message),
  });
}

function logged(answer: Answerer, debug: string | undefined): Answerer {
  if (debug === undefined) return answer;
  const write = openDebugLog(debug);
  return async request => {
    const start = performance.now();
    const answered = await answer(request);
    const { method, url } = request;
    write({ method, url, status: answered.status, ms: Math.round(performance.now() - start) });
    return answered;
  };
}
