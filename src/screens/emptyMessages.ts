import type { Capabilities } from '#model/service/capabilities.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import type { Remote } from '#store/core/remote.ts';
import type { State } from '#store/core/state.ts';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';

type Failure = NonNullable<Remote<unknown>['error']>;
type ShownProfile = Pick<State['profile'], 'isKiosk'>;

/** The message in place of data: loading, or why it failed. */
export function unreadMessage(
  error: Failure | undefined,
  titles: { reading: SafeText; failed: SafeText },
  profile: ShownProfile,
) {
  return error === undefined
    ? { title: titles.reading, tone: 'dim' as const, lines: [] }
    : { title: titles.failed, tone: 'bad' as const, lines: failureLines(error, profile) };
}

export const unreadWebsite = {
  reading: label`Reading the website ...`,
  failed: label`The website could not be read`,
};

/** What happened and what to press, by the kind of error. A kiosk does not connect: it stays with its service. */
export function failureLines(error: Failure, { isKiosk = false }: ShownProfile): SafeText[] {
  return [safeText(error.message), advice(error, isKiosk)];
}

function advice({ kind, details }: Failure, isKiosk: boolean): SafeText {
  if (isKiosk && (kind === 'auth' || kind === 'shape')) return label`Press r to try again.`;
  switch (kind) {
    case 'auth':
      if (details.isLink === true) return label`Press P for another link, r to try again.`;
      if (details.isUnread === true) return label`Press r to try again, P for a new key.`;
      return label`Press P for a new key, r to try again.`;
    case 'forbidden':
      return label`The key may not do this. Press r to try again.`;
    case 'notFound':
      return label`It may have been deleted. Press Esc to go back, r to try again.`;
    case 'rateLimit':
      return details.retryAfter === undefined
        ? label`Wait a little, then press r.`
        : label`Press r in ${Math.ceil(details.retryAfter)} seconds.`;
    case 'validation':
      return label`Press Esc to change what is asked.`;
    case 'shape':
      return label`Press P for another address, r to try again.`;
    default:
      return label`Press r to try again.`;
  }
}

/** The message in place of a chart of zeros. */
export function nothingCounted(name: StatisticName, capabilities: Capabilities) {
  return {
    title: label`No ${safeText(countsOf(name, capabilities))} in this period`,
    tone: 'dim' as const,
    lines: [label`Press t for another period, < for an earlier one.`],
  };
}
