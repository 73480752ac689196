import { defineSubcommand } from '#headless/defineSubcommand.ts';

export const mcp = defineSubcommand({
  docs: 'agents',
  description: 'let agents read the same numbers, over the Model Context Protocol on stdin and stdout',
  arguments: [],
  options: {
    allowWrites: { description: 'also let them create, change and delete websites' },
  },
  notes: `
Tools: websites, overview, statistic, compare, why and history; with --allow-writes create, update and delete. The
reading ones answer what websites list, overview, stats, why and history print with --json, the others with the website
before and after.`,
  examples: [
    ['sitedeck --profile work mcp', 'what an agent is to start'],
    ['sitedeck --profile work mcp --allow-writes', 'the same for one that may change websites'],
  ],
  async run(_args, options) {
    const { serveMcp } = await import('#headless/mcp/serveMcp.ts');
    await serveMcp(options);
  },
});
