import { z } from 'zod';
import { id } from '../resource.ts';

/** The max number of hits of one kind. */
export const maxHits = 5;

/** One thing that was found. */
export const searchHit = z.object({
  /** The permission name of its resource, which also says which screen shows it: `core.customerrelations`. */
  kind: z.string(),
  id,
  /** The record that its address needs too: a contact person's relation, a user's company. */
  parentId: id.nullable(),
  title: z.string(),
  subtitle: z.string(),
});
/** One thing that was found. */
export type SearchHit = z.output<typeof searchHit>;

/** `GET core/search?query=`: at most five of each kind that the caller may read, kind by kind. */
export const searchPath = 'core/search';
