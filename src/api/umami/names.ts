/** Browsers by the keys that Umami stores; a key that is not here is shown as it is. */
const browsers: Readonly<Record<string, string>> = {
  android: 'Android Browser',
  aol: 'AOL',
  bb10: 'BlackBerry 10',
  beaker: 'Beaker',
  chrome: 'Chrome',
  'chromium-webview': 'Chrome WebView',
  crios: 'Chrome on iOS',
  curl: 'curl',
  edge: 'Edge (old)',
  'edge-chromium': 'Edge',
  'edge-ios': 'Edge on iOS',
  facebook: 'Facebook',
  firefox: 'Firefox',
  fxios: 'Firefox on iOS',
  ie: 'Internet Explorer',
  instagram: 'Instagram',
  ios: 'Safari on iOS',
  'ios-webview': 'iOS WebView',
  kakaotalk: 'KakaoTalk',
  miui: 'MIUI Browser',
  opera: 'Opera',
  'opera-mini': 'Opera Mini',
  phantomjs: 'PhantomJS',
  safari: 'Safari',
  samsung: 'Samsung Internet',
  searchbot: 'Search bot',
  silk: 'Silk',
  yandexbrowser: 'Yandex',
};

export function browserName(key: string): string {
  return Object.hasOwn(browsers, key) ? (browsers[key] ?? key) : key;
}

/** A browser does not say which of the two Windows it runs on. */
export function systemName(name: string): string {
  return name === 'Windows 10' ? 'Windows 10 or 11' : name;
}
