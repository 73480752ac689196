import { Box } from 'ink';
import type { ReactNode } from 'react';

/** Panels side by side. */
export function SideBySide({ children }: { readonly children: ReactNode }) {
  return <Box flexDirection="row">{children}</Box>;
}
