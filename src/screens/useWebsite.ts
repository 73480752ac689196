import type { Website } from '#model/website.ts';
import { websiteOf } from '#store/records.ts';
import { useAppState } from './useAppState.ts';

/** What is known of a website. */
export function useWebsite(id: string): Website | undefined {
  return useAppState(state => websiteOf(state, id));
}
