import type { Page } from '#model/query.ts';

/** Whether one page holds all there is: its number then says nothing. */
export function isWhole({ page, next }: Page<unknown>): boolean {
  return page === 1 && next === 'no';
}
