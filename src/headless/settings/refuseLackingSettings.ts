import { UsageError } from '#connection/errors.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { whyNoField, whyNoPrivacy } from '#model/service/whyLacking.ts';
import { settingNames } from '#model/website/website.ts';
import { safeText } from '#terminal/safeText.ts';
import { refuseAll } from './refuseAll.ts';
import type { Step } from './planSteps.ts';
import type { StatedWebsite } from './readSettings.ts';

/** Throws a UsageError for the settings of a file, or steps of its plan, that the service does not have. */
export function refuseLackingSettings(
  settings: readonly StatedWebsite[],
  steps: readonly Step[],
  capabilities: Capabilities,
): void {
  const added = steps.find(({ action }) => action === 'create');
  const noWebsite = added && whyNoField(capabilities, 'domain');
  if (noWebsite !== undefined) throw new UsageError(noWebsite);
  refuseAll(
    settings.flatMap(website => {
      const { domain, privacy } = website;
      const reasons = settingNames
        .filter(name => website[name] !== undefined)
        .map(name => whyNoField(capabilities, name));
      if (privacy !== undefined) reasons.push(whyNoPrivacy(capabilities, privacy));
      const known = new Set(reasons.filter(why => why !== undefined));
      return [...known].map(reason => `${safeText(domain, 100)}: ${reason}`);
    }),
  );
}
