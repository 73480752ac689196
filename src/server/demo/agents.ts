export interface Agent {
  readonly browser: string;
  readonly os: string;
  readonly device: Device;
  readonly share: number;
}

export type Device = 'desktop' | 'mobile' | 'tablet' | 'bot';

/** Who reads a website: people at work, people on the sofa, or people and the bots that are not excluded. */
export type Readership = 'developers' | 'everyone' | 'everyoneAndBots';

type Row = readonly [browser: string, os: string, device: Device, developers: number, everyone: number];

const rows: readonly Row[] = [
  ['Chrome', 'Windows', 'desktop', 24, 17],
  ['Chrome', 'macOS', 'desktop', 20, 6],
  ['Chrome', 'Linux', 'desktop', 9, 1],
  ['Chrome', 'Chrome OS', 'desktop', 1, 2],
  ['Chrome', 'Android', 'mobile', 8, 25],
  ['Chrome', 'Android', 'tablet', 0, 2],
  ['Safari', 'iOS', 'mobile', 7, 24],
  ['Safari', 'iOS', 'tablet', 1, 4],
  ['Safari', 'macOS', 'desktop', 8, 5],
  ['Firefox', 'Windows', 'desktop', 6, 3],
  ['Firefox', 'Linux', 'desktop', 8, 0.5],
  ['Firefox', 'macOS', 'desktop', 4, 0.5],
  ['Microsoft Edge', 'Windows', 'desktop', 5, 6],
  ['Samsung Internet', 'Android', 'mobile', 0, 4],
  ['Opera', 'Windows', 'desktop', 1, 1],
];

const bots: readonly Agent[] = [
  { browser: 'Googlebot', os: '', device: 'bot', share: 6 },
  { browser: 'bingbot', os: '', device: 'bot', share: 3 },
];

export function agentsOf(readership: Readership): Agent[] {
  const people = rows.map(([browser, os, device, developers, everyone]) => ({
    browser,
    os,
    device,
    share: readership === 'developers' ? developers : everyone,
  }));
  return [...people, ...(readership === 'everyoneAndBots' ? bots : [])].filter(agent => agent.share > 0);
}

/** How common a screen is on each device. */
export const resolutions: Readonly<Record<Device, Readonly<Record<string, number>>>> = {
  desktop: {
    '1920x1080': 40,
    '2560x1440': 20,
    '1440x900': 14,
    '1536x864': 12,
    '1366x768': 9,
    '3840x2160': 5,
  },
  mobile: { '390x844': 40, '360x800': 32, '412x915': 18, '428x926': 10 },
  tablet: { '820x1180': 60, '810x1080': 40 },
  bot: { '1024x1024': 1 },
};
