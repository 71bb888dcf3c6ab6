import { z } from 'zod';
import { id, instant } from '../resource.ts';
import { documentProperty, pageBox } from './properties.ts';

const document = z.object({ id, documentId: z.string() });

/** What is remembered of one field of a supplier: where it stands, never what it says. */
export const rememberedField = z.object({
  property: documentProperty,
  /** Where the newest document has it: behind words, below words, or at a place of the page alone. */
  side: z.enum(['before', 'above', 'place']),
  /** Those words in lower case; empty for a place alone. */
  label: z.string(),
  /** The shape of the value: `#` is a digit, `aaa` a word. */
  shape: z.string(),
  /** Page from 1; -1 is the last of several. */
  page: z.int(),
  box: pageBox,
  /** The newest of the documents that it was learnt from, and how many there are. */
  documents: z.array(document),
  documentCount: z.int(),
  /** How often it was read from memory, and how often that was right. */
  askedCount: z.int(),
  rightCount: z.int(),
});
/** What is remembered of one field. */
export type RememberedField = z.output<typeof rememberedField>;

/** NEW `GET fmmanagement/board/suppliers/{id}/memory`: what confirmed documents of the supplier taught. */
export const supplierMemory = z.object({
  documentCount: z.int(),
  lastLearntAt: instant.nullable(),
  fields: z.array(rememberedField),
});
/** What is remembered of a supplier. */
export type SupplierMemory = z.output<typeof supplierMemory>;

/** NEW `POST …/{id}/memory/forget`: forgets one property, or without one all. Later documents teach anew. */
export const forgetCommand = z.object({ property: documentProperty.nullable().default(null) });

/**
 * NEW `POST …/{id}/memory/try`: reads the kept documents again, each by what the others teach, and compares with what was
 * confirmed. Changes nothing.
 */
export const memoryTrial = z.object({
  documents: z.array(
    document.extend({
      fields: z.array(
        z.object({
          property: documentProperty,
          confirmed: z.string(),
          read: z.string(),
          isRight: z.boolean(),
          isRemembered: z.boolean(),
        }),
      ),
    }),
  ),
  valueCount: z.int(),
  rightCount: z.int(),
});
/** How the kept documents are read by memory. */
export type MemoryTrial = z.output<typeof memoryTrial>;
