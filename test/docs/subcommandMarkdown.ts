import { pathOf } from '#cli/help/help.ts';
import { listedCommandLines } from '#cli/subcommands.ts';
import type { DocsPlace } from '#cli/subcommand.ts';

/** The list of subcommands in docs/commands.md, from the table that the program runs them by. */
export function subcommandMarkdown(): string {
  const rows = listedCommandLines().map(({ words, subcommand, docs }) => {
    const line = ['sitedeck', words, ...subcommand.arguments.map(({ name }) => name)].join(' ');
    const more = docs === 'commands' ? 'below' : `[${titleOf(docs)}](${pathOf(docs)})`;
    return `| \`${line.replaceAll('|', '\\|')}\` | ${subcommand.description} | ${more} |`;
  });
  return ['| command | what it does | more |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The heading of a place: "access-logs#serving-them" is "Serving them". */
function titleOf(place: DocsPlace): string {
  const words = place.replace(/.*#/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
