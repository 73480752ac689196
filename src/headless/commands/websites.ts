import { Option, type Command } from 'commander';
import { listOptions } from '#headless/options/list.ts';

const privacies = ['public', 'private', 'password'];

/** websites list|show|create|update|delete and export|plan|apply. */
export function addWebsites(program: Command): void {
  const websites = program.command('websites').description('list and manage the tracked websites');

  const list = websites.command('list').description('list websites, newest first');
  for (const option of listOptions(['id', 'domain'])) list.addOption(option);
  list.action(async (_options, command: Command) => {
    const { listWebsites } = await import('#headless/websites/list.ts');
    await listWebsites(command.optsWithGlobals());
  });

  websites
    .command('show')
    .description('show everything the service knows of websites')
    .argument('<SITE...>', 'ids or domains')
    .action(async (sites: string[], _options, command: Command) => {
      const { showWebsites } = await import('#headless/websites/show.ts');
      await showWebsites(sites, command.optsWithGlobals());
    });

  const create = websites
    .command('create')
    .description('add a website: private, bots excluded, no email reports unless told otherwise')
    .argument('<DOMAIN>', 'its host name');
  for (const option of fieldOptions()) create.addOption(option);
  create.action(async (domain: string, _options, command: Command) => {
    const { createWebsite } = await import('#headless/websites/change.ts');
    await createWebsite(domain, command.optsWithGlobals());
  });

  const update = websites
    .command('update')
    .description('change a website; only what is given is sent')
    .argument('<SITE>', 'its id or domain')
    .option('--password', 'a new password, asked for on the terminal or read from stdin');
  for (const option of fieldOptions()) update.addOption(option);
  update.action(async (site: string, _options, command: Command) => {
    const { updateWebsite } = await import('#headless/websites/change.ts');
    await updateWebsite(site, command.optsWithGlobals());
  });

  websites
    .command('delete')
    .description('delete a website with all its statistics; asks first, or takes --yes')
    .argument('<SITE>', 'its id or domain')
    .action(async (site: string, _options, command: Command) => {
      const { deleteWebsite } = await import('#headless/websites/delete.ts');
      await deleteWebsite(site, command.optsWithGlobals());
    });

  addSettings(websites);
}

/** The fields a person can write, but for the domain and the password. */
function fieldOptions(): Option[] {
  const collect = (line: string, before: string[] | undefined) => [...(before ?? []), line];
  return [
    new Option('--privacy <who>', 'who may see the statistics').choices(privacies),
    new Option('--email', 'periodic reports by email'),
    new Option('--no-email', 'no reports by email'),
    new Option('--exclude-bots', 'do not count known bots'),
    new Option('--no-exclude-bots', 'count bots too'),
    new Option(
      '--exclude-params <text>',
      'a query parameter to leave out; once for each, "" for none',
    ).argParser(collect),
    new Option(
      '--exclude-ips <text>',
      'an address or range whose visits do not count; once for each, "" for none',
    ).argParser(collect),
  ];
}

function addSettings(websites: Command): void {
  websites
    .command('export')
    .description('print the settings of all websites as YAML, without passwords')
    .action(async (_options, command: Command) => {
      const { exportSettings } = await import('#headless/settings/exportSettings.ts');
      await exportSettings(command.optsWithGlobals());
    });
  websites
    .command('plan')
    .description('show what apply would create, change and leave alone')
    .argument('<FILE>', 'settings as YAML; - reads stdin')
    .option('--prune', 'also delete websites the file does not have')
    .action(async (file: string, _options, command: Command) => {
      const { planSettings } = await import('#headless/settings/planSettings.ts');
      await planSettings(file, command.optsWithGlobals());
    });
  websites
    .command('apply')
    .description('make the websites as the file says')
    .argument('<FILE>', 'settings as YAML; - reads stdin')
    .option('--prune', 'also delete websites the file does not have; asks first, or takes --yes')
    .action(async (file: string, _options, command: Command) => {
      const { applySettings } = await import('#headless/settings/applySettings.ts');
      await applySettings(file, command.optsWithGlobals());
    });
}
