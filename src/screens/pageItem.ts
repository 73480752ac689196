import type { ToolbarItem } from '#components/Toolbar.tsx';
import type { PageSize } from '#model/paging/query.ts';
import { label } from '#terminal/safeText.ts';

/** "25 a page"; nothing where as many rows are shown as fit. */
export function pageItem(perPage: PageSize, priority: number): ToolbarItem[] {
  return perPage === 'fit' ? [] : [{ title: label``, value: label`${perPage} a page`, priority }];
}
