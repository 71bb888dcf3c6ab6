import { z } from 'zod';
import { defineResource, id, rowVersion, shortText } from '../resource.ts';

/** A colour on screen, `#rrggbb` in lower case. */
export const swatch = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/);

const color = z.object({
  id,
  description: z.string(),
  swatch: z.string().nullable(),
  /** Address of the photo, or null. */
  photo: z.string().nullable(),
  isActive: z.boolean(),
});
const article = z.object({
  id,
  articleNumber: z.string(),
  description: z.string(),
  isActive: z.boolean(),
  colors: z.array(color),
});
const row = z.object({
  id,
  companyId: id,
  description: z.string(),
  isActive: z.boolean(),
  /** Order of display, from 1. */
  position: z.int(),
  articleCount: z.int(),
  colorCount: z.int(),
  rowVersion,
});
const record = row.extend({ articles: z.array(article), colors: z.array(color) });

/** The maximum number of articles of a semi-finish, and of colours of either; a file with more is refused. */
export const maxParts = 500;

// Without an id it is new; one that is not sent again is removed, and stays readable on old orders (§F6).
const colorWrite = z.object({
  id: id.optional(),
  description: shortText(),
  swatch: swatch.nullish(),
  isActive: z.boolean().default(true),
});
const articleWrite = z.object({
  id: id.optional(),
  articleNumber: z.string().trim().max(50).default(''),
  description: shortText(),
  isActive: z.boolean().default(true),
  colors: z.array(colorWrite).max(maxParts).default([]),
});
// What is absent is empty and can be ordered on a new one, and stays as it is on another (§B5).
const write = z.object({
  description: shortText(),
  isActive: z.boolean().optional(),
  /** Absent: behind all others on a new one, unchanged on another. */
  position: z.int().min(1).max(100_000).optional(),
  articles: z.array(articleWrite).max(maxParts).optional(),
  colors: z.array(colorWrite).max(maxParts).optional(),
});

/**
 * What a carpet can be finished with: a semi-finish has articles, or colours of its own; an article has colours. A whole
 * tree is one record, so that it is saved and refused as one; arrays are in order of display.
 */
export const semiFinishes = defineResource({
  name: 'semi-finish',
  path: 'carpetline/semi-finishes',
  permission: 'carpetline.semifinishes',
  fields: { id: 'id', companyId: 'id', description: 'text', isActive: 'boolean', position: 'number' },
  defaultSort: 'position asc',
  row,
  record,
  create: write,
  update: write.extend({ rowVersion: rowVersion.optional() }),
});

/**
 * `GET carpetline/semi-finishes/lookup?companyId=`: what can be ordered now, in order of display: active parts only.
 * Needs `carpetline.orders.read`, so that portal users have it too.
 */
export const catalogueLookup = z.array(
  z.object({
    id,
    description: z.string(),
    articles: z.array(
      article.omit({ isActive: true }).extend({ colors: z.array(color.omit({ isActive: true })) }),
    ),
    colors: z.array(color.omit({ isActive: true })),
  }),
);
/** What can be ordered now. */
export type Catalogue = z.output<typeof catalogueLookup>;

/** The maximum size of the photo of a colour; PNG, JPEG or WebP, re-encoded on upload. */
export const maxPhotoBytes = 5 * 1024 * 1024;

/**
 * `POST carpetline/semi-finishes/import`: a CSV as `GET …/export` writes it, one line a colour (or an article or
 * semi-finish without any), parents repeated. Parts are identified by their texts; at most 10,000 lines
 * and `maxParts` of a kind below one parent; all of it goes in, or nothing.
 */
export const catalogueImported = z.object({ result: z.object({ savedCount: z.int() }) });

/** `PUT carpetline/semi-finishes/{id}/colors/{colorId}/photo`: a picture as a data URL; null removes it. */
export const photoWrite = z.object({
  content: z
    .string()
    .max(Math.ceil((maxPhotoBytes * 4) / 3) + 100)
    .nullable(),
});
