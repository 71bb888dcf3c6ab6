import type { z } from 'zod';
import { invoices } from '#contract/invoicing/invoices.ts';
import {
  ruleDecision,
  touchlessReport,
  touchlessRules,
  type touchlessSettings,
} from '#contract/invoicing/touchless.ts';
import type { Row } from '#contract/resource.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

/** How many invoices needed nobody, and what stopped the others. */
export type TouchlessReport = z.output<typeof touchlessReport>;
/** A rule that decides in the place of a person. */
export type TouchlessRule = Row<typeof touchlessRules>;

const reportUrl = (companyId: string) => `/api/fmmodule/touchless/${encodeURIComponent(companyId)}`;

export function useTouchlessReport(companyId: string) {
  return useAnswer([invoices.path, 'touchless', companyId], reportUrl(companyId), touchlessReport);
}

export function useSaveSampling(companyId: string) {
  return useVerb({
    call: (body: z.input<typeof touchlessSettings>) => ({
      method: 'PUT' as const,
      url: reportUrl(companyId),
      body,
    }),
    result: touchlessReport,
    invalidates: [invoices, touchlessRules],
  });
}

export function useSwitchRule() {
  return useVerb({
    call: ({ id, isOn }: { readonly id: string; readonly isOn: boolean }) => ({
      url: `/api/${touchlessRules.path}/${id}/switch`,
      body: { isOn },
    }),
    result: touchlessRules.record,
    invalidates: [touchlessRules],
  });
}

/** What rules decided of an invoice; asked again when it changes. */
export function useRuleDecision(id: string) {
  return useAnswer(
    [invoices.path, 'decision', id],
    `/api/${invoices.path}/${encodeURIComponent(id)}/decision`,
    ruleDecision.nullable(),
  );
}
