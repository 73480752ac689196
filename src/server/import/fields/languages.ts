const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const mostChoices = 20;

/** The language of Accept-Language that is wanted most, "de" of "de-CH,en;q=0.8"; empty where it names none. */
export function languageOf(header: string): string {
  let best = { language: '', quality: 0 };
  for (const choice of header.split(',', mostChoices)) {
    const [, tag = '', quality = '1'] =
      /^\s*([a-z]{2,3})(?:-[a-z\d-]{1,40})?\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i.exec(choice) ?? [];
    const language = tag.toLowerCase();
    // Only known languages are counted, or visitors could write the statistics.
    if (Number(quality) > best.quality && language !== '' && names.of(language) !== undefined)
      best = { language, quality: Number(quality) };
  }
  return best.language;
}
