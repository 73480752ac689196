import type { Tags } from '#model/website/tags.ts';

type TagsRead = { readonly tags: Tags } | { readonly problem: string };

/** The tags of this profile's websites, which this machine keeps. The problem is one line. */
export interface TagsService {
  read(): TagsRead;
  change(change: (tags: Tags) => Tags): TagsRead;
}
