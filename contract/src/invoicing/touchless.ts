import { z } from 'zod';
import { documentProperty } from '../documents/properties.ts';
import { cents, defineResource, id, instant, rowVersion, shortText } from '../resource.ts';

/**
 * What a rule decides (§C16): a supplier's documents skip validation, an invoice skips validation, or it is approved. The
 * order is the number in the database.
 */
export const ruleKinds = ['supplier', 'validation', 'approval'] as const;
/** What a rule decides. */
export type RuleKind = (typeof ruleKinds)[number];

const share = z.number().min(0.5).max(1);

/** When a rule decides: all of it must hold. */
export const ruleContent = z.object({
  /** The least confidence of every value that makes the invoice. */
  confidence: share.default(0.98),
  /** From how many invoices that a person confirmed its creditor and account are known. */
  confirmed: z.int().min(1).max(99).default(3),
  /** Up to this total, including VAT and without its sign. */
  upTo: cents.min(1).max(100_000_000),
  /** The least share of each line's suggested booking; counts for approval only. */
  bookingShare: share.default(0.9),
  /** At most so many invoices, and so much together, of a creditor in a month. */
  maxCount: z.int().min(1).max(10_000),
  maxTotal: cents.min(1).max(10_000_000_000),
});
/** When a rule decides. */
export type RuleContent = z.output<typeof ruleContent>;

/** The first reason why a person was needed, in the order in which they are asked (§C16). */
export const touchStops = [
  'off',
  'duplicate',
  'confidence',
  'creditor',
  'iban',
  'warning',
  'amount',
  'month',
  'no-approval',
  'booking',
  'approver',
  'undone',
] as const;
/** Why a person was needed. */
export type TouchStop = (typeof touchStops)[number];

const record = z.object({
  id,
  companyId: id,
  /** 'Rule 4, version 2'. */
  number: z.int(),
  version: z.int(),
  kind: z.enum(ruleKinds),
  /** Of a supplier: the creditor's. */
  name: z.string(),
  creditorId: id.nullable(),
  /** Null for a supplier: its verdicts count (`fmmanagement/board/suppliers`). */
  content: ruleContent.nullable(),
  isOn: z.boolean(),
  offReason: z.enum(['', 'negative-verdict', 'new-iban']),
  switchedByName: z.string(),
  switchedAt: instant.nullable(),
  /** Whether the caller wrote this version, so that another person switches it on. */
  isMine: z.boolean(),
  /** What it decided this month, and how much of that was found wrong. */
  decidedCount: z.int(),
  wrongCount: z.int(),
  rowVersion,
});

const write = z.object({ name: shortText(80), content: ruleContent });

/**
 * Rules that decide in the place of a person. Changing one makes a version, which is off until another person than its
 * maker switches it on.
 */
export const touchlessRules = defineResource({
  name: 'rule',
  path: 'fmmodule/touchless-rules',
  permission: 'fmmodule.touchlessrules',
  fields: { id: 'id', companyId: 'id', number: 'number', name: 'text', isOn: 'boolean' },
  defaultSort: 'number asc',
  row: record,
  record,
  /** Of the caller's company; staff may name another one. */
  create: write.extend({ kind: z.enum(['validation', 'approval']), companyId: id.optional() }),
  update: write.extend({ rowVersion: rowVersion.optional() }),
});

/** `POST touchless-rules/{id}/switch`: off at once, on by another person than who wrote the version. */
export const switchCommand = z.object({ isOn: z.boolean() });

/** `GET touchless-rules/{id}/versions`: the newest first. */
export const ruleVersion = z.object({
  version: z.int(),
  name: z.string(),
  content: ruleContent,
  madeAt: instant,
  madeByName: z.string(),
});

const counts = {
  /** Invoices that came in, without duplicates. */
  invoices: z.int(),
  /** Neither validation nor approval touched. */
  touchless: z.int(),
  withoutValidation: z.int(),
  /** Of what rules decided: found wrong afterwards. */
  wrong: z.int(),
};
/** A month in Amsterdam: `2026-11`. */
export const month = z.string().regex(/^\d{4}-\d{2}$/);

/** `GET fmmodule/touchless/{companyId}`. */
export const touchlessReportQuery = z.object({
  administrationId: id.optional(),
  months: z.coerce.number().int().min(1).max(24).default(12),
});

/** How many invoices needed nobody, what stopped the others, and how much was found wrong. */
export const touchlessReport = z.object({
  /** Those in which invoices came in, the oldest first. */
  months: z.array(z.object({ month, ...counts })),
  /** Why a person was needed, in the newest month: `fmmodule/invoices?stoppedBy=&month=` lists them. */
  stops: z.array(z.object({ reason: z.enum(touchStops), count: z.int() })),
  /** Over all months, who sent most first. */
  suppliers: z.array(
    z.object({
      creditorId: id,
      name: z.string(),
      ...counts,
      /** What stopped it most. */
      stop: z.enum(touchStops).nullable(),
    }),
  ),
  /** Drawn for a check and not checked yet. */
  samples: z.array(
    z.object({
      invoiceId: id,
      name: z.string(),
      totalInCents: cents,
      currency: z.string(),
      rule: z.string(),
    }),
  ),
  sampleEvery: z.int(),
  /** Samples that were checked, and those of them that were wrong. */
  checked: z.int(),
  checkedWrong: z.int(),
  rowVersion,
});

/** `PUT fmmodule/touchless/{companyId}`: one in so many decisions is drawn for a check. */
export const touchlessSettings = z.object({
  sampleEvery: z.int().min(1).max(1000),
  rowVersion: rowVersion.optional(),
});

/** `GET invoices/{id}/decision`: what rules decided of an invoice; null where none did. */
export const ruleDecision = z.object({
  at: instant,
  /** 'rule.version' of who passed its values, and of who approved it. */
  validatedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  stoppedBy: z.enum(touchStops).nullable(),
  evidence: z.object({
    confidence: z.number().nullable(),
    confirmed: z.int(),
    /** Invoices that a person confirmed with this account; null where a person confirmed or imported the account. */
    accountSeen: z.int().nullable(),
    bookingShare: z.number().nullable(),
  }),
  undoneAt: instant.nullable(),
  undoneByName: z.string(),
  isSample: z.boolean(),
  checkedAt: instant.nullable(),
  checkedByName: z.string(),
  wrong: z.array(z.string()),
  /** Whether it can still be taken back. */
  mayUndo: z.boolean(),
});
/** What rules decided of an invoice. */
export type RuleDecision = z.output<typeof ruleDecision>;

/** `POST invoices/{id}/undo-rule`: takes back what a rule decided, until an export took the invoice. */
export const undoRuleCommand = z.object({ reason: shortText(1000) });

/** `POST invoices/{id}/check`: what a person found in a sample; nothing wrong confirms its values. */
export const checkCommand = z.object({ wrong: z.array(z.union([documentProperty, z.literal('booking')])) });
