import type { ServiceKind } from '#model/service/connection.ts';
import type { AdapterInfo } from './api.ts';
import { capabilities as ofGoatCounter } from './goatCounter/capabilities.ts';
import { capabilities as ofPhpAnalytics } from './phpAnalytics/capabilities.ts';
import { capabilities as ofUmami } from './umami/capabilities.ts';

/** The adapters by kind. The module of one is loaded for a profile of its kind only. */
export const adapters: Readonly<Record<ServiceKind, AdapterInfo>> = {
  phpanalytics: {
    name: 'phpAnalytics',
    capabilities: ofPhpAnalytics,
    credentials: ['key'],
    whereKey: 'phpAnalytics shows it at Account > API (/account/api).',
    load: async () => (await import('./phpAnalytics/adapter.ts')).phpAnalytics,
  },
  umami: {
    name: 'Umami',
    capabilities: ofUmami,
    credentials: ['password', 'key', 'share link'],
    newestTried: '3.1.0',
    whereKey: 'Sign in. Umami 3.4 (not tried): Settings > API keys.',
    load: async () => (await import('./umami/adapter.ts')).umami,
  },
  goatcounter: {
    name: 'GoatCounter',
    capabilities: ofGoatCounter,
    credentials: ['key'],
    newestTried: '2.7.0',
    whereKey: 'GoatCounter makes keys at your name > API (/user/api).',
    load: async () => (await import('./goatCounter/adapter.ts')).goatCounter,
  },
};
