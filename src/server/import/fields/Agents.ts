import { BROWSER_MAP, OS_MAP, parse } from 'bowser';
import { isbot } from 'isbot';
import { unescapeField } from '#server/import/log/quoted.ts';
import { botName } from './botName.ts';
import { BoundedCache } from './BoundedCache.ts';

/** What a visitor reads with; empty where the agent does not tell. */
export interface Software {
  readonly browser: string;
  readonly os: string;
  readonly device: string;
}

export interface Agent {
  /** Tells this agent from others during an import. */
  readonly id: number;
  readonly text: string;
  readonly isBot: boolean;
  /** The name of a bot, "Googlebot"; empty for none, and for one that does not name itself. */
  readonly bot: string;
  /** Its place in `software`. */
  readonly software: number;
}

// Bowser takes a name from any agent; only listed names are counted, or visitors could write the statistics.
const browsers = new Set(Object.values(BROWSER_MAP));
const systems = new Set(Object.values(OS_MAP));
const desktopSystems = new Set(['Chrome OS', 'Linux', 'macOS', 'Windows']);

/** Parses user agents, each once. */
export class Agents {
  readonly #agents: BoundedCache<Agent>;
  readonly #places = new Map<string, number>();
  #untold: Agent | undefined;
  #count = 0;
  /** The kinds met so far: at most the product of three short lists. */
  readonly software: Software[] = [];

  /** @param characters how much it may remember; undefined: of a busy month */
  constructor(characters?: number) {
    this.#agents = new BoundedCache(text => this.#read(text), characters);
  }

  /**
   * @param field as it stands in the log. "-" and an empty one are none: no browser leaves it out, so that is a bot.
   * Undefined in a log that has no agents, and tells nothing.
   */
  of(field: string | undefined): Agent {
    return field === undefined ? (this.#untold ??= this.#made('', false)) : this.#agents.get(field);
  }

  #read(field: string): Agent {
    const text = field === '-' ? '' : unescapeField(field);
    return this.#made(text, text === '' || isbot(text));
  }

  #made(text: string, isBot: boolean): Agent {
    return {
      id: this.#count++,
      text,
      isBot,
      bot: isBot ? botName(text) : '',
      software: this.#placeOf(readSoftware(text)),
    };
  }

  #placeOf(software: Software): number {
    const key = Object.values(software).join('\n');
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.software.length);
    return this.software.push(software) - 1;
  }
}

/** Bowser throws on an empty agent. */
function readSoftware(agent: string): Software {
  if (agent === '') return { browser: '', os: '', device: '' };
  const { browser, os, platform } = parse(agent);
  const system = known(systems, os.name);
  return {
    browser: known(browsers, browser.name).replace(/ for Android$/, ''),
    os: system,
    device: platform.type ?? (desktopSystems.has(system) ? 'desktop' : ''),
  };
}

function known(names: ReadonlySet<string>, name: string | undefined): string {
  return name !== undefined && names.has(name) ? name : '';
}
