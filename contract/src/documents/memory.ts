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

/** Fields whose place is learnt. */
export const sharedProperty = documentProperty.extract([
  'number',
  'date',
  'dueDate',
  'total',
  'excl',
  'vat',
  'kvk',
  'vatId',
  'iban',
  'gAccount',
  'paymentReference',
]);

/**
 * NEW `GET …/{id}/memory/sharing`, for staff: what of a supplier's layout all companies may read by (§D12). Labels and
 * places only; neither values nor their shapes nor counts.
 */
export const layoutSharing = z.object({
  /** Without a KvK or VAT number other companies cannot tell that it is the same supplier. */
  mayBeShared: z.boolean(),
  /** Null while it is not shared. */
  sharedAt: instant.nullable(),
  fields: z.array(
    z.object({
      property: sharedProperty,
      side: z.enum(['before', 'above']),
      label: z.string(),
      /** Whether another company has learnt the same label; the others a person looks at first. */
      isCommon: z.boolean(),
      isShared: z.boolean(),
    }),
  ),
});
/** What of a supplier's layout is shared. */
export type LayoutSharing = z.output<typeof layoutSharing>;

/** NEW `PUT …/{id}/memory/sharing`: shares these fields in the place of what was shared; an empty list takes it back. */
export const shareLayoutCommand = z.object({ properties: z.array(sharedProperty) });

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
