import { writeExport } from '#system/writeExport.ts';
import type { Services } from '#store/core/services.ts';
import type { TerminalCapabilities } from '#terminal/terminalCapabilities.ts';
import { osc52 } from '#terminal/clipboard.ts';
import { openUrl } from '#terminal/openUrl.ts';
import type { Session } from '#terminal/session.ts';

/**
 * The services of the machine: clipboard, browser, files and the shell. A kiosk has the clipboard only, which is that of the
 * person before the terminal.
 */
export function platformServices(
  session: Pick<Session, 'send' | 'suspend'>,
  { multiplexer, ssh }: TerminalCapabilities,
  isKiosk: boolean,
): Pick<Services, 'copy' | 'openUrl' | 'suspend' | 'writeExport'> {
  const copy: Services['copy'] = text => {
    const write = osc52(text, { multiplexer });
    if ('error' in write) return { problem: write.error };
    session.send(write.sequence);
    return {};
  };
  if (isKiosk) return { copy, openUrl: () => Promise.resolve('this is a kiosk'), suspend: () => undefined };
  return {
    copy,
    suspend: session.suspend,
    openUrl: url => openUrl(url, { platform: process.platform, env: process.env, ssh }),
    writeExport,
  };
}
