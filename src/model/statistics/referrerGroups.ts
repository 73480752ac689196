/** What a referrer is, by its host. */
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
