import { parseDay } from '#model/period/day.ts';
import { formatDay } from '#model/period/format.ts';
import { statisticInfo } from '#model/service/capabilities.ts';
import { lazy } from '#text/memo.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import type { StatisticName } from './statistics.ts';

// GeoNames' division: Russia and Cyprus in Europe, Turkey and the Caucasus in Asia.
const codes: Readonly<Record<string, string>> = {
  'AF:Africa':
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  'AN:Antarctica': 'AQ BV GS HM TF',
  'AS:Asia':
    'AE AF AM AZ BD BH BN BT CC CN CX GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TM TR TW UZ VN YE',
  'EU:Europe':
    'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK',
  'NA:North America':
    'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI',
  'OC:Oceania': 'AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TL TO TV UM VU WF WS',
  'SA:South America': 'AR BO BR CL CO EC FK GF GY PE PY SR UY VE',
};

const continentOfCountry = new Map(
  Object.entries(codes).flatMap(([continent, countries]) =>
    countries.split(' ').map((country): [string, string] => [country, continent]),
  ),
);

// Of the same countries in the same order.
const threeLetters = lazy(() =>
  [
    'AGO BFA BDI BEN BWA COD CAF COG CIV CMR CPV DJI DZA EGY ESH ERI ETH GAB GHA GMB GIN GNQ GNB KEN COM LBR LSO LBY MAR MDG MLI MRT MUS MWI MOZ NAM NER NGA REU RWA SYC SDN SHN SLE SEN SOM SSD STP SWZ TCD TGO TUN TZA UGA MYT ZAF ZMB ZWE',
    'ATA BVT SGS HMD ATF',
    'ARE AFG ARM AZE BGD BHR BRN BTN CCK CHN CXR GEO HKG IDN ISR IND IOT IRQ IRN JOR JPN KGZ KHM PRK KOR KWT KAZ LAO LBN LKA MMR MNG MAC MDV MYS NPL OMN PHL PAK PSE QAT SAU SGP SYR THA TJK TKM TUR TWN UZB VNM YEM',
    'AND ALB AUT ALA BIH BEL BGR BLR CHE CYP CZE DEU DNK EST ESP FIN FRO FRA GBR GGY GIB GRC HRV HUN IRL IMN ISL ITA JEY LIE LTU LUX LVA MCO MDA MNE MKD MLT NLD NOR POL PRT ROU SRB RUS SWE SVN SJM SVK SMR UKR VAT XKX',
    'ATG AIA ABW BRB BLM BMU BES BHS BLZ CAN CRI CUB CUW DMA DOM GRD GRL GLP GTM HND HTI JAM KNA CYM LCA MAF MTQ MSR MEX NIC PAN SPM PRI SLV SXM TCA TTO USA VCT VGB VIR',
    'ASM AUS COK FJI FSM GUM KIR MHL MNP NCL NFK NRU NIU NZL PYF PNG PCN PLW SLB TKL TLS TON TUV UMI VUT WLF WSM',
    'ARG BOL BRA CHL COL ECU FLK GUF GUY PER PRY SUR URY VEN',
  ].flatMap(each => each.split(' ')),
);

const alsoCalled: Readonly<Record<string, string>> = {
  CZ: 'Czech Republic',
  GB: 'Britain,Great Britain,England',
  NL: 'Holland',
  US: 'America,United States of America',
};

const shortRegions = lazy(
  () => new Intl.DisplayNames('en', { type: 'region', style: 'short', fallback: 'none' }),
);

/** Of a country what else people type for it: "USA", "UK", "England". None of other values. */
export function otherNames(name: StatisticName, value: string): readonly string[] {
  const { code } = namedCode(name, value);
  if (name !== 'country' || code === undefined || continentOf(code) === '') return [];
  const long = threeLetters()[[...continentOfCountry.keys()].indexOf(code)] ?? '';
  return [long, shortRegions().of(code) ?? '', ...(alsoCalled[code]?.split(',') ?? [])];
}

/** "EU:Europe" of "DE"; empty for a code of no country. */
export function continentOf(country: string): string {
  return continentOfCountry.get(country) ?? '';
}

/** "AD", "AL" and so on of "EU:Europe"; none of what is no continent. */
export function countriesOf(continent: string): readonly string[] {
  return Object.hasOwn(codes, continent) ? (codes[continent]?.split(' ') ?? []) : [];
}

/** "Europe" by "EU". */
const continents = new Map(Object.keys(codes).map(value => [value.slice(0, 2), value.slice(3)]));

/** "US" and "US:United States" are United States, "en" English; what is not understood stays as it is. Foreign text. */
export function readableValue(name: StatisticName, value: string): string {
  const text = value.trim();
  if (text === '') return statisticInfo(name).emptyValue;
  switch (name) {
    case 'country':
      return afterCode(text) ?? regionName(text) ?? value;
    case 'city':
      return cityName(text) ?? value;
    case 'continent':
      return afterCode(text) ?? continents.get(text.replace(/:$/, '').toUpperCase()) ?? value;
    case 'language':
      return afterCode(text) ?? languageName(text) ?? value;
    case 'event':
      // "name:value:unit", the last two often empty.
      return text.replace(/:+$/, '') || value;
    case 'visitors_hours':
    case 'pageviews_hours':
      return /^\d{1,2}$/.test(text) ? `${text.padStart(2, '0')}:00` : value;
    case 'visitors':
    case 'pageviews':
      return dayName(text) ?? value;
    default:
      return value;
  }
}

/** The value that a person means: its text, its name or its code, in whatever case; undefined where no value is it. */
export function meantValue(
  name: StatisticName,
  typed: string,
  values: readonly string[],
): string | undefined {
  const wanted = typed.toLowerCase();
  const isMeant = (value: string) =>
    // The code of a city is its country's.
    [value, readableValue(name, value), name === 'city' ? undefined : namedCode(name, value).code].some(
      text => text?.toLowerCase() === wanted,
    );
  return values.find(value => value === typed) ?? values.find(isMeant);
}

/** Whether its values are codes of places or languages. */
export function hasCodes(name: StatisticName): boolean {
  return name === 'country' || name === 'city' || name === 'continent' || name === 'language';
}

/** "United States" and "US"; the code of a city is its country's. Undefined for what the value does not contain. */
export function namedCode(
  statistic: StatisticName,
  value: string,
): { readonly name: string | undefined; readonly code: string | undefined } {
  if (!hasCodes(statistic)) return { name: undefined, code: undefined };
  const text = value.trim();
  if (statistic === 'city') {
    const [, code, city] = /^([A-Za-z][A-Za-z0-9]):(.*)$/s.exec(text) ?? [];
    return { name: (city ?? text).trim() || statisticInfo('city').emptyValue, code: code?.toUpperCase() };
  }
  const name = readableValue(statistic, value);
  const [, head] = /^([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]+)*)(?::|$)/s.exec(text) ?? [];
  const code = statistic === 'language' ? head : head?.toUpperCase();
  return { name: name === text && code !== undefined ? undefined : name, code };
}

/** "United States" of "US:United States". */
function afterCode(text: string): string | undefined {
  return /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*:(.+)$/s.exec(text)?.[1]?.trim() || undefined;
}

/** "New York, US" for "US:New York": the code tells Paris, FR from Paris, US and leaves room for the name. */
function cityName(text: string): string | undefined {
  const [, code, city] = /^([A-Za-z][A-Za-z0-9]):(.*)$/s.exec(text) ?? [];
  if (code === undefined || city === undefined) return undefined;
  return `${city.trim() || statisticInfo('city').emptyValue}, ${code.toUpperCase()}`;
}

function dayName(text: string): string | undefined {
  const day = parseDay(text);
  return day && formatDay(day);
}

const regions = lazy(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }));
const languages = lazy(
  () => new Intl.DisplayNames('en', { type: 'language', fallback: 'none', languageDisplay: 'standard' }),
);

function regionName(text: string): string | undefined {
  const code = /^([A-Za-z]{2}):?$/.exec(text)?.[1];
  if (code === undefined) return undefined;
  return regions().of(code.toUpperCase());
}

function languageName(text: string): string | undefined {
  const code = /^([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*):?$/.exec(text)?.[1];
  if (code === undefined) return undefined;
  try {
    return languages().of(code.replaceAll('_', '-'));
  } catch {
    // In the form of a language tag, but invalid: "en-aaaaa-aaaaa".
    return undefined;
  }
}

export const referrerGroups = [
  'direct',
  'search',
  'social',
  'AI assistants',
  'mail',
  'other websites',
] as const;
type ReferrerGroup = (typeof referrerGroups)[number];

// Hosts of each group, with all that is below them, but of search see below; a name that ends in a dot has any country behind it. Chosen
// from the lists of Matomo and Plausible: those that people still come from. The longest name that fits decides, mail.google.com before google.
const hosts: Readonly<Record<Exclude<ReferrerGroup, 'direct' | 'other websites'>, string>> = {
  search:
    'google. bing.com yahoo. duckduckgo.com ecosia.org startpage.com qwant.com search.brave.com baidu.com yandex. ya.ru naver.com ' +
    'seznam.cz sogou.com so.com sm.cn daum.net search.aol.com ask.com swisscows.com mojeek.com metager.de metager.org kagi.com ' +
    'searx.be presearch.com lycos.com dogpile.com ixquick.com coccoc.com rambler.ru search.marginalia.nu wolframalpha.com ' +
    'com.google.android.googlequicksearchbox com.duckduckgo.mobile.android',
  social:
    'facebook.com fb.com fb.me messenger.com instagram.com threads.net threads.com twitter.com x.com t.co linkedin.com lnkd.in ' +
    'reddit.com redd.it youtube.com youtu.be tiktok.com pinterest. pin.it tumblr.com snapchat.com whatsapp.com wa.me t.me ' +
    'telegram.org telegram.me discord.com discordapp.com bsky.app mastodon.social mastodon.online fosstodon.org mstdn.social ' +
    'vk.com ok.ru weibo.com weibo.cn t.cn qzone.qq.com zhihu.com douban.com xiaohongshu.com line.me xing.com quora.com ' +
    'news.ycombinator.com lobste.rs lemmy.world slashdot.org github.com stackoverflow.com stackexchange.com medium.com ' +
    'flickr.com vimeo.com twitch.tv dribbble.com behance.net livejournal.com v2ex.com mixi.jp nextdoor.com ' +
    'com.facebook.katana com.twitter.android com.linkedin.android com.reddit.frontpage org.telegram.messenger ' +
    'com.instagram.android com.pinterest com.google.android.youtube com.slack slack.com',
  'AI assistants':
    'chatgpt.com chat.openai.com openai.com perplexity.ai claude.ai gemini.google.com bard.google.com notebooklm.google.com ' +
    'copilot.microsoft.com grok.com deepseek.com mistral.ai meta.ai you.com phind.com poe.com iask.ai kimi.com moonshot.cn ' +
    'chatglm.cn doubao.com qwen.ai yiyan.baidu.com duck.ai com.openai.chatgpt ai.perplexity.app.android',
  mail:
    'mail.google.com com.google.android.gm gmail.com outlook.live.com outlook.com outlook.office.com outlook.office365.com ' +
    'mail.live.com hotmail.com mail.yahoo. mail.aol.com mail.proton.me proton.me mail.ru e.mail.ru mail.yandex. fastmail.com ' +
    'mail.zoho.com mail.zoho.eu email.seznam.cz mail.rambler.ru mail.daum.net mail.baidu.com mail.sogou.com icloud.com navigator-bs.gmx.net gmx. web.de mail.qq.com mail.163.com mail.126.com mail.naver.com ' +
    'tutanota.com tuta.com mailchi.mp campaign-archive.com posteo.de com.microsoft.office.outlook com.yahoo.mobile.client.android.mail',
};

const groups: ReadonlyMap<string, ReferrerGroup> = new Map(
  referrerGroups.flatMap(group =>
    group === 'direct' || group === 'other websites'
      ? []
      : hosts[group].split(' ').map((host): [string, ReferrerGroup] => [host, group]),
  ),
);

/** Of a search engine's hosts; its company has others, as docs.google.com, which are websites like any other. */
const searchHosts = new Set(
  'www www2 wap m mobile touch search websearch r images image img picture video videos cse encrypted webcache html lite safe start old'.split(
    ' ',
  ),
);

function isSearchHost(label: string): boolean {
  // Of a country or a language: "uk.search.yahoo.com".
  return searchHosts.has(label) || /^[a-z]{2}$/.test(label);
}

/** Two labels at most: "google.co.uk", "yahoo.com.au". */
const country = /\.[a-z]{2,3}(?:\.[a-z]{2})?$/;

/** @param host of a referrer, in lower case; empty for none */
export function referrerGroup(host: string): ReferrerGroup {
  if (host === '') return 'direct';
  for (let name = host; name !== ''; name = withoutFirst(name)) {
    const found = groups.get(name) ?? groups.get(name.replace(country, '.'));
    if (found === undefined) continue;
    const below = host.slice(0, -name.length).split('.').slice(0, -1);
    return found !== 'search' || below.every(isSearchHost) ? found : 'other websites';
  }
  return 'other websites';
}

function withoutFirst(name: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1);
}

const coded: ReadonlySet<StatisticName> = new Set<StatisticName>(['country', 'continent', 'language']);

/** " (US)" behind a place or a language that the service names by a code; else nothing. */
export function codeNote(name: StatisticName, value: string): SafeText {
  const [code = ''] = value.trim().split(':');
  return coded.has(name) && code !== '' ? label` (${safeText(code)})` : label``;
}
