import { z } from 'zod';
import { day, id, instant, rowVersion } from '../resource.ts';

/** `GET approval-flows/{id}/settings`: how a company's approval goes on by itself (§C13). */
export const approvalSettings = z.object({
  /** The hour in Amsterdam at which people are mailed what waits for them, on working days; null: never. */
  digestHour: z.int().min(0).max(23).nullable(),
  /** After so many working days a turn goes on to somebody else; null: never. */
  escalateAfter: z.int().min(1).max(60).nullable(),
  /** To whom; null: the people of the next step. */
  escalateTo: id.nullable(),
  /** Approving several at once leaves out what the person never opened. */
  bulkNeedsOpened: z.boolean(),
  /** Each turn is mailed by itself, with a link that decides. */
  mailsTurns: z.boolean(),
  rowVersion,
});

/** `PUT approval-flows/{id}/settings`. */
export const approvalSettingsCommand = approvalSettings.extend({ rowVersion: rowVersion.optional() });

/** `GET approval-flows/{id}/workload`: whose turn it is on how many invoices, who has most first. */
export const workload = z.object({
  people: z.array(
    z.object({
      userId: id,
      fullName: z.string(),
      /** Who decides for them today. */
      substitute: z.object({ id, fullName: z.string(), untilDay: day }).nullable(),
      /** False: nobody can decide these, neither the person nor a substitute. */
      mayApprove: z.boolean(),
      count: z.int(),
      /** How many wait longer than five working days. */
      lateCount: z.int(),
      /** Since when the oldest waits. */
      oldestAt: instant,
      /** For how many working days that is. */
      oldestDays: z.int(),
    }),
  ),
  /** Open invoices that anybody with the right may approve. */
  withoutLines: z.int(),
});

/** `GET approval-flows/{id}/report`: of so many weeks, this one included. */
export const approvalReportQuery = z.object({ weeks: z.coerce.number().int().min(1).max(52).default(8) });

/** How approval went: from receipt to decision, what people changed, and why they rejected. */
export const approvalReport = z.object({
  /** NEW: the first day of these weeks. */
  fromDay: day,
  weeks: z.array(
    z.object({
      /** Its Monday and its Sunday, in Amsterdam. */
      fromDay: day,
      untilDay: day,
      decided: z.int(),
      /** Days from receipt to decision: half of them took less, and nine of ten. */
      medianDays: z.number(),
      ninetyDays: z.number(),
    }),
  ),
  decided: z.int(),
  /** Decided without anybody changing a value or a booking line. */
  untouched: z.int(),
  /** The reasons that were given most, as they were written, and for how many invoices. */
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
});

/** The kinds of entries of the comments. The order is the number in the database. */
export const commentKinds = ['comment', 'edited', 'question', 'answer'] as const;

/** `GET fmmodule/comments?invoiceId=`: one entry of the comments; the text of the invoice follows from them (§C7). */
export const commentEntry = z.object({
  id,
  invoiceId: id,
  kind: z.enum(commentKinds),
  at: instant,
  /** Null for what was written before there were entries. */
  userId: id.nullable(),
  userName: z.string(),
  text: z.string(),
  mentions: z.array(z.object({ id, fullName: z.string() })),
  /** Of an answer: the question. */
  answers: id.nullable(),
});

/** `GET fmmodule/comments/people?invoiceId=`: somebody of the invoice's company who may see it, and so be mentioned. */
export const mentionable = z.object({ id, fullName: z.string() });

/** `GET fmmodule/mentions`: where the caller was mentioned last, on invoices that still wait. */
export const mention = z.object({
  invoiceId: id,
  documentId: z.string(),
  userName: z.string(),
  at: instant,
  text: z.string(),
});

/** Advice that an approver asked for: an answer, no decision (§C13). */
export const advice = z.object({
  id,
  invoiceId: id,
  askedBy: id,
  askedByName: z.string(),
  userId: id,
  fullName: z.string(),
  question: z.string(),
  askedAt: instant,
  answer: z.string().nullable(),
  answeredAt: instant.nullable(),
});

const words = z.string().trim().min(1).max(1000);

/** `POST fmmodule/advices`: asks a colleague who may read the invoice. */
export const askAdviceCommand = z.object({ invoiceId: id, userId: id, question: words });

/** `POST fmmodule/advices/{id}/answer`: by whom it was asked of. */
export const answerAdviceCommand = z.object({ answer: words });
