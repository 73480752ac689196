import type { ServiceRequest } from '#model/service/exchange.ts';
import { HttpError } from './answers.ts';

/** Throws a 401 when the request does not carry the key. Compares in constant time. */
export function authorize(request: ServiceRequest, apiKey: string): void {
  // Loaded here: the service within the application checks no key, and starts faster without it.
  const { createHash, timingSafeEqual } = process.getBuiltinModule('node:crypto');
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const sent = /^Bearer +(?<key>\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.groups?.key ?? '';
  if (!timingSafeEqual(digest(sent), digest(apiKey))) {
    throw new HttpError(401, 'Unauthenticated.', { headers: { 'www-authenticate': 'Bearer' } });
  }
}
