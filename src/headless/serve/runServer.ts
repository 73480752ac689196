import { type Paths, readPaths } from '#config/paths.ts';
import type { Profile } from '#config/resolveProfile.ts';
import type { BuiltInProfile } from '#config/profileSchema.ts';
import { openDebugLog } from '#connection/debugLog.ts';
import { followOwnLogs, type Following } from '#connection/followOwnLogs.ts';
import { openEmbedded, serviceFile } from '#connection/openApi.ts';
import { builtInProfile } from '#connection/chosenProfile.ts';
import { showPreparing } from '#headless/withService.ts';
import { exitCodes, UsageError } from '#connection/errors.ts';
import { onInterrupt, type EndingSignal } from '#headless/interrupt.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { complain, progress, say } from '#headless/output/stderr.ts';
import { timeStampIn, todayIn } from '#model/period/today.ts';
import { counted } from '#model/text/number.ts';
import type { Handler } from '#server/fetchHandler.ts';
import { hostName } from '#server/hostName.ts';
import { listen, type Listener, type ListenOptions } from '#server/http.ts';
import { safeText } from '#terminal/safeText.ts';
import { serveKey } from './serveKey.ts';

interface ServeOptions extends GlobalOptions {
  readonly host: string;
  readonly port: number;
  /** As given on the command line. */
  readonly allowHost?: readonly string[];
}

/** Serves until a signal comes, and then finishes the requests in flight. Throws a UsageError or ConfigError. */
export async function runServer(options: ServeOptions): Promise<void> {
  const { port } = options;
  // Without the brackets of [::1].
  const host = options.host.replace(/^\[(.*)\]$/, '$1');
  const allowedHosts = (options.allowHost ?? []).map(checkedHost);
  const paths = readPaths(process.env);
  const kind = servedKind(options);
  const profile = builtInProfile(kind, options, paths);
  const { key, inShell } = serveKey(process.env, paths, host);
  const today = () => todayIn(profile.timeZone, new Date());
  const timeStamp = () => timeStampIn(profile.timeZone, new Date());
  const service = await openEmbedded(kind, {
    paths,
    today,
    timeStamp,
    apiKey: key,
    onProgress: showPreparing,
    onMemory: say,
  });
  progress.clear();
  const handle = logged(profile.readOnly ? readsOnly(service.handle) : service.handle, options.debug);
  try {
    const listener = await listenAt(handle, { host, port, allowedHosts });
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
}

/** Follows the logs, and says so once; problems are said as they come. */
function followSaid({ timeZone }: Profile, paths: Paths): Following {
  let said = '';
  const sayOnce = (words: string): void => {
    if (words !== said) say(words);
    said = words;
  };
  const complained = new Set<string>();
  return followOwnLogs(
    { file: serviceFile('logs', paths), timeZone, name: 'sitedeck serve' },
    {
      onStatus({ by, sources, problems }) {
        const who =
          by === 'this' || by === undefined
            ? 'Following'
            : `Process ${by.process} (${safeText(by.name, 60)}) follows`;
        sayOnce(`${who} ${counted(sources, 'sources')} of logs.`);
        for (const problem of problems) if (!complained.has(problem)) complain(safeText(problem, 600));
        for (const problem of problems) complained.add(problem);
      },
      onStored: () => undefined,
      onFailure: message => complain(message),
    },
  );
}

function servedKind({ profile, url }: GlobalOptions): BuiltInProfile {
  if (url === undefined && (profile === undefined || profile === 'logs')) return 'logs';
  if (url === undefined && profile === 'demo') return 'demo';
  throw new UsageError(
    'Only your own service can be served: --profile logs (the default), or --profile demo.',
  );
}

/** The name as browsers send it, in ASCII and lower case. Throws a UsageError. */
function checkedHost(given: string): string {
  const name = hostName(given);
  if (name !== undefined) return name;
  throw new UsageError('--allow-host takes the name of a host alone, such as stats.example.com.');
}

async function listenAt(handle: Handler, options: ListenOptions): Promise<Listener> {
  try {
    return await listen({ handle }, options);
  } catch (error) {
    // Its message says what is wrong with the address.
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Refuses every write, before the key is checked. */
function readsOnly(handle: Handler): Handler {
  return async request => {
    if (request.method === 'GET' || request.method === 'HEAD') return await handle(request);
    return Response.json({ message: 'This service is read-only.' }, { status: 403 });
  };
}

function logged(handle: Handler, debug: string | undefined): Handler {
  if (debug === undefined) return handle;
  const write = openDebugLog(debug);
  return async request => {
    const start = performance.now();
    const response = await handle(request);
    const { method, url } = request;
    write({ method, url, status: response.status, ms: Math.round(performance.now() - start) });
    return response;
  };
}
