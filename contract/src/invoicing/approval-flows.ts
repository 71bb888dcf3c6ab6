import { z } from 'zod';
import { cents, day, defineResource, id, instant, rowVersion } from '../resource.ts';
import { stepModes } from './invoices.ts';

/** One step of a rule: who is asked, and whether one of them suffices. */
export const flowStep = z.object({
  mode: z.enum(stepModes),
  userIds: z.array(id).min(1).max(20),
});

/** What an invoice can be, for a rule of a flow. */
export const flowDocumentTypes = ['invoice', 'credit-note'] as const;

const codesOf = z.array(z.string().trim().min(1).max(40)).max(100);
const idsOf = z.array(id).max(100);
const codes = codesOf.min(1);
const ids = idsOf.min(1);
const typesOf = z.array(z.enum(flowDocumentTypes));

/** More than `above` and at most `upTo`: the total including VAT in cents, without its sign (§C13). */
const amountOf = z.object({
  kind: z.literal('amount'),
  above: cents.min(0).nullable(),
  upTo: cents.min(0).nullable(),
});

/** One condition of a rule. Those of a rule must all hold. */
export const flowCondition = z.discriminatedUnion('kind', [
  amountOf.refine(({ above, upTo }) => above !== null || upTo !== null, {
    path: ['above'],
    error: 'required',
  }),
  z.object({ kind: z.literal('creditor'), ids }),
  z.object({ kind: z.literal('administration'), ids }),
  /** Holds when any booking line has one of them. */
  z.object({ kind: z.literal('costcenter'), codes }),
  /** Holds when any booking line is on one of them. */
  z.object({ kind: z.literal('ledger'), codes }),
  z.object({ kind: z.literal('document'), types: typesOf.min(1) }),
]);

const draftCondition = z.discriminatedUnion('kind', [
  amountOf,
  z.object({ kind: z.literal('creditor'), ids: idsOf }),
  z.object({ kind: z.literal('administration'), ids: idsOf }),
  z.object({ kind: z.literal('costcenter'), codes: codesOf }),
  z.object({ kind: z.literal('ledger'), codes: codesOf }),
  z.object({ kind: z.literal('document'), types: typesOf }),
]);
const draftStep = z.object({ mode: z.enum(stepModes), userIds: z.array(id).max(20) });

/** One rule: when all conditions hold, its steps approve in their order. */
export const flowRule = z.object({
  name: z.string().trim().min(1).max(80),
  conditions: z.array(flowCondition).min(1).max(10),
  steps: z.array(flowStep).min(1).max(10),
});

/** What a version of a flow says. The first rule that holds counts. */
export const flowContent = z.object({
  rules: z.array(flowRule).max(100),
  /** Where no rule holds; empty: anybody with the right may approve. */
  otherwise: z.array(flowStep).max(10),
  /** Above this amount two people approve; null: never asked (§C13). */
  fourEyes: z.object({ above: cents.min(0), secondApproverId: id.nullable() }).nullable(),
});

/** A flow that is being edited: what stands in it may be unfinished, and is checked when it is put into use. */
export const flowDraft = z.object({
  rules: z
    .array(
      z.object({
        name: z.string().trim().max(80),
        conditions: z.array(draftCondition).max(10),
        steps: z.array(draftStep).max(10),
      }),
    )
    .max(100),
  otherwise: z.array(draftStep).max(10),
  fourEyes: flowContent.shape.fourEyes,
});

/** How many different people the steps ask at least: one of each step, or all of it (§C13). */
export function guaranteedPeople(steps: readonly z.output<typeof flowStep>[]): number {
  const named = new Set(steps.flatMap(({ userIds }) => userIds));
  const asked = steps.reduce((sum, { mode, userIds }) => sum + (mode === 'one' ? 1 : userIds.length), 0);
  return Math.min(named.size, asked);
}

/** What a version of a flow says. */
export type FlowContent = z.output<typeof flowContent>;
/** One rule of it. */
export type FlowRule = z.output<typeof flowRule>;
/** One condition of a rule. */
export type FlowCondition = z.output<typeof flowCondition>;
/** One step of a rule. */
export type FlowStep = z.output<typeof flowStep>;

const record = z.object({
  /** That of the company: each has one flow. */
  id,
  companyId: id,
  company: z.object({ name: z.string() }),
  /** The version in use; 0 as long as there is none, and anybody with the right may approve. */
  version: z.int(),
  content: flowContent,
  /** What is being edited; null while nothing differs from what is in use. */
  draft: flowDraft.nullable(),
  /** How many open invoices without a decision follow another version, or none. */
  openInvoices: z.int(),
  /** How many open invoices keep their people, since somebody decided on them. */
  decidedInvoices: z.int(),
  rowVersion,
});

/** The approval flow of a company: its rules, its steps, and four eyes (§C13). */
export const approvalFlows = defineResource({
  name: 'approval flow',
  path: 'fmmodule/approval-flows',
  permission: 'fmmodule.approvalflows',
  fields: { id: 'id', 'company/name': 'text', version: 'number' },
  defaultSort: 'company/name asc',
  row: record.pick({ id: true, companyId: true, company: true, version: true }),
  record,
  /** Saves the draft; what is in use stays as it is. */
  update: z.object({ draft: flowDraft, rowVersion: rowVersion.optional() }),
});

/** `POST approval-flows/{id}/put-in-use`: the draft becomes the next version. */
export const putInUseCommand = z.object({ rowVersion: rowVersion.optional() });

/** `POST approval-flows/{id}/apply`: gives open invoices without a decision the lines of the version in use. */
export const applyFlowCommand = z.object({});

/** How many open invoices got other lines, and how many were left since somebody decided on them. */
export const appliedFlow = z.object({ changed: z.int(), decided: z.int() });

/** A version of the flow that is or was in use. */
export const flowVersion = z.object({
  version: z.int(),
  content: flowContent,
  usedFrom: instant,
  /** Null while it is in use. */
  usedUntil: instant.nullable(),
  usedByName: z.string(),
  invoiceCount: z.int(),
});

const named = z.object({ id, name: z.string() });
const code = z.object({ code: z.string(), name: z.string() });

/** `GET approval-flows/{id}/choices`: `words` narrow the creditors. */
export const flowChoicesQuery = z.object({ words: z.string().max(100).default('') });

/** What a rule can name: the company's people, administrations, and what its invoices were booked on. */
export const flowChoices = z.object({
  /** Who may approve. */
  people: z.array(named),
  administrations: z.array(named),
  /** Those that the flow names, and the first that fit the words. */
  creditors: z.array(named),
  costcenters: z.array(code),
  ledgers: z.array(code),
});

/** `GET approval-flows/{id}/preview`: who would get an invoice like this? */
export const flowPreviewQuery = z.object({
  /** Cents including VAT. */
  amount: z.coerce.number().int().default(0),
  currency: z.string().length(3).default('EUR'),
  creditorId: id.optional(),
  administrationId: id.optional(),
  /** A cost centre and an account of its booking. */
  costcenter: z.string().max(40).optional(),
  ledger: z.string().max(40).optional(),
  document: z.enum(flowDocumentTypes).default('invoice'),
  /** An invoice that is there already, in the place of all that. */
  invoiceId: id.optional(),
  /** Asks the draft in the place of the version in use. */
  draft: z.enum(['true', 'false']).default('false'),
});

/** Why a rule holds or not: its conditions in their order. */
export const ruleVerdict = z.object({
  /** From 1; 0 is 'otherwise'. */
  rule: z.int(),
  name: z.string(),
  holds: z.boolean(),
  conditions: z.array(z.object({ kind: z.string(), holds: z.boolean() })),
});

/** Who would get an invoice, and why. */
export const flowPreview = z.object({
  rules: z.array(ruleVerdict),
  steps: z.array(
    z.object({
      mode: z.enum(stepModes),
      origin: z.enum(['flow', 'four-eyes']),
      people: z.array(
        z.object({
          id,
          fullName: z.string(),
          substitute: z.object({ id, fullName: z.string(), untilDay: day }).nullable(),
          /** False: deleted, inactive or without the right, so that the line waits for a substitute. */
          mayApprove: z.boolean(),
        }),
      ),
    }),
  ),
  fourEyes: z.enum(['off', 'below', 'met', 'nobody']),
});

/** Somebody is away, and who decides meanwhile (§C13). */
const absence = z.object({
  id,
  companyId: id,
  userId: id,
  fullName: z.string(),
  substituteId: id,
  substituteName: z.string(),
  fromDay: day,
  untilDay: day,
  rowVersion,
});
const absenceBody = z.object({ userId: id, substituteId: id, fromDay: day, untilDay: day });

/** Absences of approvers; with `.user` a person's own. */
export const absences = defineResource({
  name: 'absence',
  path: 'fmmodule/absences',
  permission: 'fmmodule.absences',
  fields: { id: 'id', fullName: 'text', substituteName: 'text', fromDay: 'day', untilDay: 'day' },
  defaultSort: 'fromDay desc',
  row: absence,
  record: absence,
  create: absenceBody,
  update: absenceBody.extend({ rowVersion: rowVersion.optional() }),
});
