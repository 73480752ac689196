import { raw } from './faultAnswers.ts';
import type { Answer } from './faultServer.ts';

const nested = `${'['.repeat(6_000)}${']'.repeat(6_000)}`;
const others = Array.from({ length: 150_000 }, (_, at) => `"field${at}":${at}`).join();

/** A service whose one website has a field of 12 KB of nested arrays; read by its id also 150,000 fields more. */
export const deepWebsite: Answer = (response, request) => {
  if (request.path.includes('/stats/')) return raw('{"data": []}')(response, request);
  const one = (more: string) => `{"id": 1, "domain": "one.example", "deep": ${nested}${more}}`;
  const body = request.path.endsWith('/1') ? one(`,${others}`) : `[${one('')}]`;
  return raw(`{"data": ${body}}`)(response, request);
};
