import { isAbsolute, join } from 'node:path';
import { homeFolder, noHome } from '#system/files.ts';
import type { Environment } from '#terminal/capabilities.ts';

/** Sitedeck's folders by the XDG rules, which ignore a relative path in a variable. */
export interface Paths {
  readonly config: string;
  readonly data: string;
  readonly cache: string;
}

/** The folders, which may not exist yet; for an account without a home where nothing is found, and none can be made. */
export function readPaths(env: Environment): Paths {
  const folder = (variable: string, fallback: string) => {
    const value = env[variable];
    const base = value !== undefined && isAbsolute(value) ? value : join(homeFolder() ?? noHome, fallback);
    return join(base, 'sitedeck');
  };
  return {
    config: folder('XDG_CONFIG_HOME', '.config'),
    data: folder('XDG_DATA_HOME', '.local/share'),
    cache: folder('XDG_CACHE_HOME', '.cache'),
  };
}

export function serviceFile(kind: 'demo' | 'logs', { data }: Pick<Paths, 'data'>): string {
  return join(data, kind === 'demo' ? 'demo.sqlite' : 'sites.sqlite');
}
