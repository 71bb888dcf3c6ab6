import { z } from 'zod';
import { defineResource, id, instant, shortText } from '../resource.ts';

const person = z.object({ id: id.nullable(), fullName: z.string() });

const note = z.object({
  id,
  entityId: id,
  description: z.string(),
  user: person,
  createdAt: instant,
  /** Whether the caller may remove it: their own, or of an owner that they may change (§B9). */
  canDelete: z.boolean(),
});

/** Notes of any record. Rights are those of the owner: reading its read, adding its update (§B9). */
export const notes = defineResource({
  name: 'note',
  path: 'shared/entities/{entityId}/notes',
  permission: 'shared.notes',
  fields: { id: 'id', description: 'text', 'user/fullName': 'text', createdAt: 'instant' },
  defaultSort: 'createdAt desc',
  row: note,
  record: note,
  create: z.object({ description: shortText(8000) }),
});

const attachment = z.object({
  id,
  entityId: id,
  name: z.string(),
  /** Address of the bytes. */
  path: z.string(),
  /** The type by content. */
  mimeType: z.string(),
  size: z.int(),
  user: person,
  createdAt: instant,
  canDelete: z.boolean(),
});

/** The maximum size of one attachment, in bytes. */
export const maxAttachmentBytes = 25 * 1024 * 1024;

/**
 * Attachments of any record. A create is JSON with `content` as a data URL, or `multipart/form-data` with the part
 * `file`; at most 25 MB, of any type but empty.
 */
export const attachments = defineResource({
  name: 'attachment',
  path: 'shared/entities/{entityId}/attachments',
  permission: 'shared.attachments',
  fields: {
    id: 'id',
    name: 'text',
    mimeType: 'text',
    size: 'number',
    'user/fullName': 'text',
    createdAt: 'instant',
  },
  defaultSort: 'createdAt desc',
  row: attachment,
  record: attachment,
  create: z.object({ name: shortText(), content: z.string().min(1) }),
});
