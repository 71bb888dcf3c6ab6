import { z } from 'zod';
import { country, iban, kvkNumber, oin, vatId } from '../party-codes.ts';
import { audited, defineResource, id, keptText, rowVersion, shortText } from '../resource.ts';

const phone = /^[+\d][\d\s()./-]*(?:(?:x|tst|ext)\.?\s?\d+)?$/i;

/** A telephone number as people write it, with `tst 12` for an extension. */
export const phoneNumber = keptText(40).refine((text) => !text || phone.test(text), 'invalid');
/** An e-mail address that may be left out. */
export const optionalEmail = keptText(254)
  .transform((text) => text?.toLowerCase())
  .refine((text) => !text || z.email().safeParse(text).success, 'not-an-email');

// People type `www.bedrijf.nl`; anything but http would be a trap behind a link.
const websiteUrl = keptText(500)
  .transform((text) => (text && !/^[a-z][a-z\d+.-]*:/i.test(text) ? `https://${text}` : text))
  .refine((text) => !text || isWebsite(text), 'not-a-url');

function isWebsite(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\/[^\s/]+\.[^\s/]{2,}/i.test(text) && !/[\s<>"]/.test(text);
}

// `1234ab` is how many type a Dutch postcode; others are left as they are.
const zipCode = keptText(16).transform((text) =>
  text?.replace(
    /^(\d{4})\s*([a-z]{2})$/i,
    (_, digits: string, letters: string) => `${digits} ${letters.toUpperCase()}`,
  ),
);

/** Why another relation may be the same one. */
export const duplicateReasons = ['kvk', 'email', 'name-and-zip'] as const;

/** A relation that is probably the same: a warning, never a refusal. */
export const likelyDuplicate = z.object({
  id,
  tag: z.string(),
  name: z.string(),
  reasons: z.array(z.enum(duplicateReasons)),
});
/** A relation that is probably the same: a warning, never a refusal. */
export type LikelyDuplicate = z.output<typeof likelyDuplicate>;

const row = z.object({
  id,
  companyId: id,
  /** The relation number. */
  tag: z.string(),
  name: z.string(),
  address: z.object({
    street: z.string(),
    city: z.string(),
    zipCode: z.string(),
    postBox: z.string(),
    /** NEW: two letters (ISO 3166-1); `NL` unless another is given. */
    country: z.string(),
    /** Computed: street, or post box, with zip code and city. */
    fullAddress: z.string(),
  }),
  emailAddress: z.object({ address: z.string() }),
  phoneNumber: z.object({ number: z.string() }),
  websiteUrl: z.string(),
});

const write = z.object({
  /** Staff name a company; anybody else's own is taken. A relation never moves. */
  companyId: id.optional(),
  tag: keptText(32),
  name: shortText(),
  address: z
    .object({ street: keptText(), city: keptText(100), zipCode, postBox: keptText(100), country })
    .optional(),
  emailAddress: z.object({ address: optionalEmail }).optional(),
  phoneNumber: z.object({ number: phoneNumber }).optional(),
  websiteUrl,
  kvkNumber,
  oin,
  vatId,
  iban,
});

/** The customers of a company. */
export const customerRelations = defineResource({
  name: 'customer relation',
  path: 'core/customer-relations',
  permission: 'core.customerrelations',
  fields: {
    id: 'id',
    tag: 'text',
    name: 'text',
    'address/street': 'text',
    'address/city': 'text',
    'address/zipCode': 'text',
    'address/postBox': 'text',
    'address/country': 'text',
    'emailAddress/address': 'text',
    'phoneNumber/number': 'text',
    websiteUrl: 'text',
    kvkNumber: 'text',
    oin: 'text',
    vatId: 'text',
    iban: 'text',
    createdAt: 'instant',
  },
  defaultSort: 'name asc',
  pageSizes: [50, 100, 200],
  row,
  record: row.extend({
    kvkNumber: z.string(),
    /** NEW: number of a public body, by which it receives e-invoices. */
    oin: z.string(),
    vatId: z.string(),
    iban: z.string(),
    ...audited,
    /** After a create or update: relations that are probably the same. */
    warnings: z.array(likelyDuplicate).optional(),
  }),
  create: write,
  update: write.omit({ companyId: true }).extend({ rowVersion: rowVersion.optional() }),
});

/** `GET core/customer-relations/duplicates`: asks before saving whether a relation is there already. */
export const duplicateQuestion = z.object({
  companyId: id.optional(),
  /** The relation that is being changed: never its own duplicate. */
  exceptId: id.optional(),
  name: z.string().max(255).optional(),
  zipCode: z.string().max(16).optional(),
  email: z.string().max(254).optional(),
  kvkNumber: z.string().max(20).optional(),
});
