import { defineSubcommand } from '#headless/defineSubcommand.ts';

export const doctor = defineSubcommand({
  docs: 'commands',
  description: 'examine this installation, for a bug report: exit code 1 where something is wrong',
  arguments: [],
  options: {},
  examples: [
    ['sitedeck doctor', 'what is there, and what is wrong'],
    ['sitedeck doctor --json', 'the same for programs'],
  ],
  async run(_args, options) {
    const { runDoctor } = await import('#headless/doctor/runDoctor.ts');
    await runDoctor(options);
  },
});
