import { createContext, type ReactNode, useContext } from 'react';
import type { Part } from './style.ts';

const DimContext = createContext(false);

/** Draws the lines in it dim where `on`: they show what was last seen. */
export function Dimmed({ on, children }: { readonly on: boolean; readonly children: ReactNode }) {
  return <DimContext value={on}>{children}</DimContext>;
}

export function useIsDimmed(): boolean {
  return useContext(DimContext);
}

/** The parts of a line that is drawn dim. What marks a place stays as it is. */
export function dimmedParts(parts: readonly Part[]): Part[] {
  return parts.map(part =>
    part.tone === 'accent' || part.tone === 'frame'
      ? part
      : { ...part, tone: 'dim', bold: false, on: part.on === 'selection' ? part.on : undefined },
  );
}
