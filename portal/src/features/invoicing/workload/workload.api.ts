import type { z } from 'zod';
import { approvalFlows } from '#contract/invoicing/approval-flows.ts';
import {
  approvalReport,
  approvalSettings,
  type approvalSettingsCommand,
  workload,
} from '#contract/invoicing/approval-work.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

const urlOf = (companyId: string, rest: string) =>
  `/api/${approvalFlows.path}/${encodeURIComponent(companyId)}/${rest}`;

/** Whose turn it is on how many invoices of a company; asked again whenever an invoice changes. */
export function useWorkload(companyId: string) {
  return useAnswer([invoices.path, 'workload', companyId], urlOf(companyId, 'workload'), workload);
}

/** How approval went: from receipt to decision. */
export type ApprovalReport = z.output<typeof approvalReport>;

export function useApprovalReport(companyId: string) {
  return useAnswer([invoices.path, 'report', companyId], urlOf(companyId, 'report'), approvalReport);
}

/** How the approval of a company goes on by itself. */
export type ApprovalSettings = z.output<typeof approvalSettings>;

export function useApprovalSettings(companyId: string) {
  const key = [approvalFlows.path, 'of', companyId, 'settings'];
  return useAnswer(key, urlOf(companyId, 'settings'), approvalSettings);
}

export function useSaveSettings(companyId: string) {
  return useVerb({
    call: (body: z.input<typeof approvalSettingsCommand>) => ({
      method: 'PUT' as const,
      url: urlOf(companyId, 'settings'),
      body,
    }),
    result: approvalSettings,
    invalidates: [approvalFlows, invoices],
  });
}
