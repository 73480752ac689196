import { ConfigError } from '#config/ConfigError.ts';
import type { TagsFile } from '#config/tagsFile.ts';
import type { Tags } from '#model/website/tags.ts';
import type { TagsService } from '#store/websites/tagsService.ts';

/** The tags service of the store, over the file of tags. */
export function tagsOf(file: TagsFile): TagsService {
  const attempt = (work: () => Tags) => {
    try {
      return { tags: work() };
    } catch (error) {
      if (error instanceof ConfigError) return { problem: error.message };
      throw error;
    }
  };
  return { read: () => attempt(file.read), change: change => attempt(() => file.change(change)) };
}
