/** Where visitors come from, by country code, relative to each other. */
export const world = {
  US: 34,
  GB: 9,
  DE: 11,
  FR: 6,
  NL: 4,
  PL: 3,
  SE: 2,
  CA: 5,
  BR: 4,
  IN: 10,
  JP: 4,
  CN: 3,
  SG: 1,
  AU: 3,
  ZA: 1,
  NG: 1,
};
export const west = { US: 52, GB: 15, CA: 10, DE: 8, FR: 4, AU: 5, NZ: 1, IN: 3 };
export const alps = { DE: 52, AT: 22, CH: 14, IT: 8, NL: 3, GB: 2 };
export const home = { DE: 93, AT: 3, CH: 2 };
export const latin = { ES: 38, MX: 24, AR: 14, US: 12, BR: 4 };
