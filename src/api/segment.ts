import { ApiError } from './error.ts';

/** The path segment of an id. Throws for an id that would lead to another path. */
export function segment(id: string): string {
  if (/^\.{0,2}$/.test(id) || !id.isWellFormed()) {
    throw new ApiError('notFound', 'No website has such an id: take one from the list of websites.');
  }
  return encodeURIComponent(id);
}
