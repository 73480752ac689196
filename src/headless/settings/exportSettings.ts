import { Document, Scalar } from 'yaml';
import { withService } from '#headless/withService.ts';
import { UsageError } from '#connection/errors.ts';
import { formatOf, type GlobalOptions } from '#headless/options/globalOptions.ts';
import { tagOf, taggedBy, type TagOptions } from '#headless/options/tagOption.ts';
import { say } from '#headless/output/stderr.ts';
import { print } from '#headless/output/stdout.ts';
import { canWrite, type Capabilities } from '#model/service/capabilities.ts';
import { counted } from '#model/text/number.ts';
import { escapeInvisible } from '#model/text/invisible.ts';
import { settingNames, wireNames, type Website } from '#model/website/website.ts';
import { readWebsites } from './readWebsites.ts';

const comment = ` Websites and their settings, without passwords.
 See what would change:  sitedeck websites plan FILE
 Make it so:             sitedeck websites apply FILE`;

/** Prints all settings as YAML, or as JSON, which is YAML as well. */
export async function exportSettings(options: GlobalOptions & TagOptions): Promise<void> {
  const format = formatOf(options);
  if (format === 'csv' || format === 'markdown')
    throw new UsageError('Settings are printed as YAML, or as JSON with --json.');
  await withService(options, async ({ api, tags }) => {
    const all = await readWebsites(api, taggedBy(tags, options));
    const named = all.filter(({ domain }) => domain !== undefined && domain !== '');
    const others = all.length - named.length;
    if (others > 0)
      say(`${counted(others, 'websites')} without a domain ${others === 1 ? 'is' : 'are'} left out.`);
    const websites = named.map(website => settingsOf(website, api.capabilities));
    // A file of some websites only: --prune refuses it.
    const settings = options.tag === undefined ? { websites } : { tags: options.tag.map(tagOf), websites };
    await print(format === 'json' ? toJsonText(settings) : toYaml(settings));
  });
}

function settingsOf(website: Website, capabilities: Capabilities): object {
  const given = settingNames.filter(name => website[name] !== undefined && canWrite(capabilities, name));
  const settings = given.map(name => [wireNames[name], website[name]] as const);
  return { domain: website.domain, ...Object.fromEntries(settings) };
}

function toJsonText(settings: object): string {
  return escapeInvisible(`${JSON.stringify(settings, null, 2)}\n`, '\n');
}

function toYaml(settings: object): string {
  const document = new Document(settings);
  document.commentBefore = comment;
  // Invisible characters can only be escaped between quotes.
  const quote = (scalar: unknown) => {
    if (scalar instanceof Scalar && typeof scalar.value === 'string' && isUnseen(scalar.value))
      scalar.type = Scalar.QUOTE_DOUBLE;
  };
  visitScalars(document.contents, quote);
  return escapeInvisible(document.toString({ lineWidth: 0 }), '\n');
}

function isUnseen(text: string): boolean {
  return escapeInvisible(text, '\n') !== text;
}

function visitScalars(node: unknown, visit: (node: unknown) => void): void {
  if (typeof node !== 'object' || node === null) return;
  visit(node);
  if ('items' in node && Array.isArray(node.items)) for (const item of node.items) visitScalars(item, visit);
  if ('value' in node) visitScalars(node.value, visit);
}
