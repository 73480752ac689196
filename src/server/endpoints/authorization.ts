import type { ServiceRequest } from '#server/exchange.ts';
import { Refusal } from './answers.ts';

/** Throws a 401 when the request does not carry the key. Takes the same time however much of a wrong key is right. */
export function authorize(request: ServiceRequest, apiKey: string): void {
  // Read here: the service within the application asks for no key, and starts without it.
  const { createHash, timingSafeEqual } = process.getBuiltinModule('node:crypto');
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const sent = /^Bearer +(?<key>\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.groups?.key ?? '';
  if (!timingSafeEqual(digest(sent), digest(apiKey))) {
    throw new Refusal(401, 'Unauthenticated.', { headers: { 'www-authenticate': 'Bearer' } });
  }
}
