import { anchorOf } from '#headless/help/readMore.ts';
import { listedCommandLines } from '#headless/subcommands.ts';

/** The list of subcommands in the README, from the table that the program runs them by. */
export function subcommandMarkdown(): string {
  const rows = listedCommandLines().map(({ words, subcommand, readme }) => {
    const line = ['sitedeck', words, ...subcommand.arguments.map(({ name }) => name)].join(' ');
    const more = readme === 'Commands' ? 'below' : `[${readme}](${anchorOf(readme)})`;
    return `| \`${line.replaceAll('|', '\\|')}\` | ${subcommand.description} | ${more} |`;
  });
  return ['| command | what it does | more |', '| --- | --- | --- |', ...rows].join('\n');
}
