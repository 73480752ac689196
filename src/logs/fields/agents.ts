import { BROWSER_MAP, OS_MAP, parse } from 'bowser';
import { isbot } from 'isbot';
import { unescapeField } from '#logs/formats/LogLine.ts';

const maxNameLength = 60;
const naming = /[A-Za-z][\w.-]{0,60}(?:bot|crawl|spider|slurp|preview|monitor|fetch|scan)[\w.-]{0,30}/i;

/** "Mozilla/5.0 (compatible; Ezooms/1.0)". */
const compatible = /compatible; ?(?!MSIE)([A-Za-z][\w.-]*)/;

/** What a bot calls itself, without its version: the word of its agent that says so, else the first one. */
export function botName(agent: string): string {
  const start = agent.slice(0, 500);
  const named = naming.exec(withoutAddresses(start))?.[0] ?? compatible.exec(start)?.[1];
  const word = named ?? /^[A-Za-z][\w.-]*/.exec(start)?.[0] ?? '';
  return word.replace(/[-._]+$/, '').slice(0, maxNameLength);
}

/** The address of a bot's page names it too, in other words. */
function withoutAddresses(agent: string): string {
  return agent.replaceAll(/\+?https?:\/\/\S*|\S+@\S+/gi, ' ');
}

/** What a visitor reads with; empty where the agent does not tell. */
export interface Software {
  readonly browser: string;
  readonly os: string;
  readonly device: string;
}

export interface Agent {
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

export class Agents {
  readonly #places = new Map<string, number>();
  /** The kinds met so far: at most the product of three short lists. */
  readonly software: Software[] = [];

  /**
   * @param field as it stands in the log. "-" and an empty one are none: no browser leaves it out, so that is a bot.
   * Undefined in a log that has no agents, and tells nothing.
   */
  read(field: string | undefined): Agent {
    const text = field === undefined || field === '-' ? '' : unescapeField(field);
    const isBot = field !== undefined && (text === '' || isbot(text));
    const bot = isBot ? botName(text) : '';
    return { text, isBot, bot, software: this.#placeOf(readSoftware(text)) };
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

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const maxChoices = 20;

/** The language of Accept-Language that is wanted most, "de" of "de-CH,en;q=0.8"; empty where it names none. */
export function languageOf(header: string): string {
  let best = { language: '', quality: 0 };
  for (const choice of header.split(',', maxChoices)) {
    const [, tag = '', quality = '1'] =
      /^\s*([a-z]{2,3})(?:-[a-z\d-]{1,40})?\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i.exec(choice) ?? [];
    const language = tag.toLowerCase();
    // Only known languages are counted, or visitors could write the statistics.
    if (Number(quality) > best.quality && language !== '' && names.of(language) !== undefined)
      best = { language, quality: Number(quality) };
  }
  return best.language;
}
