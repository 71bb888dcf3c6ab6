import { z } from 'zod';
import { bareCode, isIban, isKvkNumber, isVatId } from '../identifiers.ts';
import {
  cents,
  day,
  defineResource,
  email,
  id,
  instant,
  rowVersion,
  shortText,
  twoDecimals,
} from '../resource.ts';
import { vatKind, vatPercentage, vatRate, vatSum } from './vat.ts';

/**
 * The state of one version of an offer. `concept`: made, in the concepts file, mailed to nobody; `sent`: with the
 * customer; `accepted`, `declined`: answered by the customer, final; `withdrawn`: taken back by us; `replaced`: a newer
 * version exists; `expired`: the day until which it was valid has passed.
 */
export const offerStates = [
  'concept',
  'sent',
  'accepted',
  'declined',
  'withdrawn',
  'replaced',
  'expired',
] as const;
/** The state of one version of an offer. */
export type OfferState = (typeof offerStates)[number];

/** The languages that an offer can be written in. */
export const offerLanguage = z.enum(['nl', 'en']);

/** The maximum number of lines of one offer. */
export const maxOfferLines = 200;
/** The maximum number of addresses that one version is mailed to. */
export const maxOfferRecipients = 10;

const offerLine = z.object({
  orderLineId: id,
  description: z.string(),
  /** Edition, size, format, printing, material and finish as one line of text; empty without any. */
  specification: z.string(),
  /** Whole cents excl. VAT. */
  salesAmount: cents,
  vat: vatKind,
  /** Percent, as on the day of the offer. */
  vatPercentage: z.number(),
  /** The customer may leave it out. */
  isOptional: z.boolean(),
  /** NEW: lines with the same number are alternatives, such as quantities: the customer takes one of them. */
  choice: z.int().nullable(),
  /** Whether the customer wants it; null until they accept. */
  isAccepted: z.boolean().nullable(),
});

const totals = {
  /**
   * Sum of the lines that are not optional, less the discount, excl. VAT (§E6); of alternatives the first one counts. After
   * acceptance, of those that the customer wants.
   */
  totalAmount: cents,
  /** NEW: percent off all lines; 0 without. */
  discountPercentage: z.number(),
  /** NEW: what that is; `totalAmount` is without it. */
  discountAmount: cents,
  /** The VAT over `totalAmount`. */
  vatAmount: cents,
  totalInclVatAmount: cents,
  /** Sum of the optional lines, excl. VAT and before the discount. */
  optionalAmount: cents,
  /** The standard rate in percent, as `21`. */
  vatPercentage: z.number(),
  /** The VAT over `totalAmount`, one of each rate, the highest first. */
  vat: z.array(vatSum),
};

const row = z.object({
  id,
  workOrderId: id,
  /** Counts up within the order: the version. */
  count: z.int(),
  /** `offer {year}-{number}-{count}.pdf`, also the name of the attachment. */
  name: z.string(),
  state: z.enum(offerStates),
  language: offerLanguage,
  /** The last day, in Amsterdam, on which it can be accepted. */
  validUntil: day,
  ...totals,
  createdAt: instant,
  createdBy: z.string(),
  sentAt: instant.nullable(),
  sentTo: z.array(z.string()),
  answeredAt: instant.nullable(),
  /** The name that the customer typed; empty before. */
  answeredBy: z.string(),
  /** Why the customer declined, or why we withdrew. */
  reason: z.string(),
  /** SHA-256 of the PDF, in hex: what was accepted can be proven. */
  pdfSha256: z.string(),
  /** Address of the PDF as it was made; it is an attachment too. */
  pdfPath: z.string(),
  canSend: z.boolean(),
  canWithdraw: z.boolean(),
});

const offerBody = z.object({
  /** In the order of the order; each of this order, once. */
  lines: z
    .array(
      z.object({
        orderLineId: id,
        isOptional: z.boolean().default(false),
        choice: z.int().min(1).max(maxOfferLines).nullable().default(null),
      }),
    )
    .min(1)
    .max(maxOfferLines),
  /** Absent: that of the last offer to this relation, else Dutch. */
  language: offerLanguage.optional(),
  /** Today or later, at most a year ahead; absent: by the settings. */
  validUntil: day.optional(),
  /** NEW: percent off all lines. */
  discountPercentage: twoDecimals(100).nullish(),
  /** Above the lines in the PDF; absent or empty: our own sentence. */
  introduction: z.string().trim().max(2000).optional(),
});

/**
 * Every version of the offers of one order, the newest first. A create makes the PDF, stores it as an attachment,
 * raises `numberOfOffersSent` and moves an order of status 0 to 1 (§E5); nothing is mailed. An older version that the
 * customer has not answered becomes `replaced`, and its links are dead.
 *
 * Bad fields: `lines` (`required`; `unknown` for a line of another order, `single-choice` for a `choice` of one line or of an
 * optional one) and `valid_until` (`too-small` before today, `too-large` beyond a year). `GET {offers}/{id}/acceptance`
 * answers the proof that a version was accepted as PDF, also of one that was accepted before such proofs were attached;
 * 409 `wrong-state` while it is not.
 */
export const offers = defineResource({
  name: 'offer',
  path: 'comceptum/workorders/{workOrderId}/offers',
  permission: 'comceptum.offers',
  fields: { id: 'id', count: 'number', createdAt: 'instant', validUntil: 'day' },
  defaultSort: 'count desc',
  row,
  record: row.extend({
    introduction: z.string(),
    lines: z.array(offerLine),
    /** The network address that the answer came from, and the e-mail address whose link it was; empty before. */
    answeredFrom: z.string(),
    answeredEmail: z.string(),
  }),
  create: offerBody,
});

/** `GET {offers}/compose`: what the screen that makes an offer starts from. Permission `comceptum.offers.create`. */
export const offerCompose = z.object({
  workOrderId: id,
  /** The name that the next version will get. */
  name: z.string(),
  language: offerLanguage,
  validUntil: day,
  vatPercentage: z.number(),
  lines: z.array(
    offerLine.omit({ isOptional: true, choice: true, isAccepted: true }).extend({
      /** The specification in each language: users may choose another language than the proposed one. */
      specifications: z.object({ nl: z.string(), en: z.string() }),
    }),
  ),
  /** Missing parts of the letterhead, by the names of the settings: a warning, never an error. */
  missing: z.array(z.string()),
});

/** `POST {offers}/preview` with the body of a create: a preview of the PDF, marked as a concept; nothing is stored. */
export const offerPreview = offerBody;

/** `GET {offers}/{id}/message?language=`: what the mail of a version starts from. Permission `comceptum.offers.send`. */
export const offerMessage = z.object({
  /** Contact persons of the order with an address, then the relation's own. */
  recipients: z.array(z.object({ name: z.string(), email: z.string() })),
  subject: z.string(),
  text: z.string(),
  /** False where the operator has set up no mail: the link is then shown once, to pass on. */
  goesByMail: z.boolean(),
});

/**
 * `POST {offers}/{id}/send`: mails the PDF with a covering text and each recipient their own link. Repeating it is allowed
 * while the version is open. 409 `wrong-state` otherwise; 503 while the mail server is out of reach.
 */
export const sendOffer = z.object({
  to: z.array(email).min(1).max(maxOfferRecipients),
  subject: shortText(200),
  text: shortText(8000),
});

/** The answer of a send. */
export const sentOffer = z.object({
  result: offers.record,
  /** Addresses whose mail could not be handed over; the others have theirs. */
  failed: z.array(z.string()),
  /** Only where no mail goes out: the customer's page, shown this once. */
  link: z.string().nullable(),
});

/** `POST {offers}/{id}/withdraw`: its links are dead from now on. 409 `wrong-state` once it is answered. */
export const withdrawOffer = z.object({ reason: z.string().trim().max(1000).optional() });

/**
 * `POST comceptum/workorders/{id}/send-offer` of product 2.7: all these lines, none optional, in the usual language and
 * for the usual time. Answers the bytes of the PDF (`application/pdf`), which is an attachment already; a client that
 * posts the same name with the same bytes gets that attachment (§E5).
 */
export const sendOfferCommand = z.object({ orderLineIds: z.array(id).min(1).max(maxOfferLines) });

const keptText = (max = 255) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((text) => (text === null ? '' : text));
const keptCode = (max: number, isRight: (code: string) => boolean) =>
  keptText(max)
    .transform((text) => (text === undefined ? text : bareCode(text)))
    .refine((text) => !text || isRight(text), 'invalid');

/**
 * The body of `PUT comceptum/offer-settings`; what is absent stays. Field ids: `name`, `street`, `zip_code`, `city`,
 * `phone`, `email`, `website`, `kvk_number`, `vat_id`, `iban`, `vat_percentage`, `valid_days`, `terms_nl`, `terms_en`.
 */
export const offerSettingsWrite = z.object({
  name: shortText(),
  street: keptText(),
  zipCode: keptText(16),
  city: keptText(100),
  phone: keptText(40),
  email: keptText(254).refine((text) => !text || z.email().safeParse(text).success, 'not-an-email'),
  website: keptText(),
  kvkNumber: keptCode(20, isKvkNumber),
  vatId: keptCode(30, isVatId),
  iban: keptCode(50, isIban),
  /** Percent, at most two decimals. */
  vatPercentage: vatPercentage.optional(),
  /** NEW; 400 `vat_rates`: `unknown` for an administration of another company, `repeated` for two rates from one day on. */
  vatRates: z.array(vatRate).max(200).optional(),
  validDays: z.int().min(1).max(365).optional(),
  termsNl: keptText(4000),
  termsEn: keptText(4000),
  rowVersion: rowVersion.optional(),
});

/**
 * `GET` and `PUT comceptum/offer-settings`: the letterhead of one's own company and how its offers are made; staff
 * name another by `?companyId=`.
 */
export const offerSettings = z.object({
  companyId: id,
  /** The name in the letterhead; the company's own name until it is changed. */
  name: z.string(),
  street: z.string(),
  zipCode: z.string(),
  city: z.string(),
  phone: z.string(),
  email: z.string(),
  website: z.string(),
  kvkNumber: z.string(),
  vatId: z.string(),
  iban: z.string(),
  /** The standard rate in percent, where `vatRates` has none; 21 until it is changed (§E6). */
  vatPercentage: z.number(),
  /** Rates per administration, from a day on. */
  vatRates: z.array(vatRate),
  /** Days that an offer is valid; 30 until it is changed. */
  validDays: z.int(),
  /** Below every offer, by language. */
  termsNl: z.string(),
  termsEn: z.string(),
  /** Whether the company has a logo (management, companies). */
  hasLogo: z.boolean(),
  /** 0 while it was never saved. */
  rowVersion,
});

/** The permission of reading and changing the settings of offers, before `.read` and `.update`. */
export const offerSettingsPermission = 'comceptum.offersettings';

/** The customer's page, served by the server itself; works without JavaScript. `GET` shows, `POST …/accept` and `…/decline` answer. */
export const offerPage = '/offer/{token}';
