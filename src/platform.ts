import { writeExport } from '#system/writeExport.ts';
import type { Services } from '#store/core/services.ts';
import type { TerminalCapabilities } from '#terminal/terminalCapabilities.ts';
import { osc52 } from '#terminal/clipboard.ts';
import { openUrl } from '#terminal/openUrl.ts';
import type { Session } from '#terminal/session.ts';

/** The services of the machine: clipboard, browser and files. */
export function platformServices(
  session: Pick<Session, 'send'>,
  { multiplexer, ssh }: TerminalCapabilities,
): Pick<Services, 'copy' | 'openUrl' | 'writeExport'> {
  return {
    copy(text) {
      const write = osc52(text, { multiplexer });
      if ('error' in write) return { problem: write.error };
      session.send(write.sequence);
      return {};
    },
    openUrl: url => openUrl(url, { platform: process.platform, env: process.env, ssh }),
    writeExport,
  };
}
