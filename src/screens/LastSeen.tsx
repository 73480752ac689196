import type { ReactNode } from 'react';
import { Dimmed } from '#components/Dimmed.tsx';
import { asOf } from '#store/lastSeen/lastSeen.ts';
import { useAppState } from './useAppState.ts';

/** Numbers of the view on screen: dim as long as the header says since when they stand. */
export function LastSeen({ children }: { readonly children: ReactNode }) {
  const isKept = useAppState(state => asOf(state) !== undefined);
  return <Dimmed on={isKept}>{children}</Dimmed>;
}
