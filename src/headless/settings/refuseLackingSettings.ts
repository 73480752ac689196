import { UsageError } from '#connection/errors.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { whyNoField, whyNoPrivacy } from '#model/service/whyLacking.ts';
import { settingNames } from '#model/website/website.ts';
import { safeText } from '#terminal/safeText.ts';
import type { Step } from './planSteps.ts';
import type { StatedWebsite } from './readSettings.ts';

/** Throws a UsageError for the first setting of a file, or step of its plan, that the service does not have. */
export function refuseLackingSettings(
  settings: readonly StatedWebsite[],
  steps: readonly Step[],
  capabilities: Capabilities,
): void {
  const added = steps.find(({ action }) => action === 'create');
  const noWebsite = added && whyNoField(capabilities, 'domain');
  if (noWebsite !== undefined) throw new UsageError(noWebsite);
  for (const website of settings) {
    const { domain, privacy } = website;
    const reasons = settingNames
      .filter(name => website[name] !== undefined)
      .map(name => whyNoField(capabilities, name));
    if (privacy !== undefined) reasons.push(whyNoPrivacy(capabilities, privacy));
    const reason = reasons.find(why => why !== undefined);
    if (reason !== undefined) throw new UsageError(`${safeText(domain, 100)}: ${reason}`);
  }
}
