import { z } from 'zod';
import { defineResource, id, instant } from '../resource.ts';

/** One change of a record: who, when, and every field with its old and new value. */
const row = z.object({
  id,
  at: instant,
  userId: id.nullable(),
  userName: z.string(),
  /** `create`, `update`, `remove`, `restore`, or the business word: `approve`. */
  verb: z.string(),
  /** NEW: whether it is in the chain of hashes already; that takes minutes. */
  isSealed: z.boolean(),
  /** NEW: the part of the record that it is about, such as a line of an order; null for the record itself. */
  part: z.object({ entity: z.string(), id, name: z.string() }).nullable(),
  changes: z.array(
    z.object({
      /** By the names of the record: `address.city`. */
      field: z.string(),
      old: z.unknown(),
      new: z.unknown(),
    }),
  ),
});

/**
 * What happened to one record, the newest first: `?entity=core.companies&entityId=…`. Who may read the record may
 * read its history; it has no permission of its own. That of a relation tells of its contact persons, that of an order of its
 * lines and hours, to those who may read them.
 */
export const history = defineResource({
  name: 'history line',
  path: 'core/history',
  permission: 'core.history',
  fields: { id: 'id', at: 'instant', userName: 'text', verb: 'text' },
  defaultSort: 'at desc',
  pageSizes: [50, 100, 200],
  row,
  record: row,
});

/** Which record: its permission name, and its id. */
export const historyOf = z.object({ entity: z.string().max(100), entityId: id });
