import { Option, type Command } from 'commander';

/** profile list|add|use|remove */
export function addProfile(program: Command): void {
  const profile = program.command('profile').description('the services Sitedeck knows');

  profile
    .command('list')
    .description('list them; never shows a key')
    .action(async (_options, command: Command) => {
      const { listProfiles } = await import('#headless/profile/listProfiles.ts');
      await listProfiles(command.optsWithGlobals());
    });

  profile
    .command('add')
    .description('connect a service; it is tested before it is saved')
    .argument('<NAME>', 'letters, digits, dots, - and _')
    .argument('<URL>', 'its address, such as https://stats.example.com')
    .addOption(
      new Option(
        '--key-command <command>',
        'a command line that prints the key; else it is asked for, or read from stdin',
      ),
    )
    .addOption(new Option('--time-zone <zone>', 'the service counts days in, such as Europe/Berlin'))
    .addOption(new Option('--replace', 'in place of a profile of that name'))
    .addHelpText('after', '\n--read-only is kept: the profile then never changes anything.')
    .action(async (name: string, url: string, _options, command: Command) => {
      const { addService } = await import('#headless/profile/addService.ts');
      await addService(name, url, command.optsWithGlobals());
    });

  profile
    .command('use')
    .description('make it the one that is used when nothing else is said')
    .argument('<NAME>')
    .action(async (name: string) => {
      const { useProfile } = await import('#headless/profile/changeProfiles.ts');
      useProfile(name);
    });

  profile
    .command('remove')
    .description('forget a profile and its key')
    .argument('<NAME>')
    .action(async (name: string) => {
      const { removeProfile } = await import('#headless/profile/changeProfiles.ts');
      removeProfile(name);
    });
}
