import { z } from 'zod';
import {
  appliedFlow,
  approvalFlows,
  flowChoices,
  type FlowContent,
  flowPreview,
  type flowPreviewQuery,
  flowVersion,
} from '#contract/invoicing/approval-flows.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

/** The approval flow of a company. */
export type Flow = Rec<typeof approvalFlows>;
/** What a rule can name. */
export type FlowChoices = z.output<typeof flowChoices>;
/** Who would get an invoice, and why. */
export type FlowPreview = z.output<typeof flowPreview>;
/** A version that is or was in use. */
export type FlowVersion = z.output<typeof flowVersion>;
/** Four eyes of a flow. */
export type FourEyes = FlowContent['fourEyes'];

export const flowHooks = resourceHooks(approvalFlows);

const urlOf = (id: string, rest: string) => `/api/${approvalFlows.path}/${encodeURIComponent(id)}/${rest}`;
const keyOf = (id: string, ...rest: readonly unknown[]) => [approvalFlows.path, 'of', id, ...rest];

/** What the rules of a flow can name; the words narrow the creditors. */
export function useFlowChoices(id: string, words = '') {
  const query = new URLSearchParams(words === '' ? {} : { words });
  return useAnswer(keyOf(id, 'choices', words), `${urlOf(id, 'choices')}?${query}`, flowChoices, {
    keepsPrevious: true,
  });
}

export function useFlowVersions(id: string) {
  return useAnswer(keyOf(id, 'versions'), urlOf(id, 'versions'), z.array(flowVersion));
}

/** Who would get an invoice by the draft; asked again when that is saved. */
export function useFlowPreview(
  { id, rowVersion }: Pick<Flow, 'id' | 'rowVersion'>,
  asked: z.input<typeof flowPreviewQuery>,
) {
  const query = new URLSearchParams({ draft: 'true' });
  for (const [name, value] of Object.entries(asked)) if (value !== '') query.set(name, String(value));
  const url = `${urlOf(id, 'preview')}?${query}`;
  return useAnswer(keyOf(id, 'preview', rowVersion, url), url, flowPreview, { keepsPrevious: true });
}

/** Puts the draft in use, or throws it away. */
export function useFlowVerb() {
  const cacheRecord = flowHooks.useCacheRecord({});
  return useVerb({
    call: ({ id, verb, rowVersion }: { id: string; verb: 'put-in-use' | 'discard'; rowVersion: number }) =>
      verb === 'discard'
        ? { method: 'DELETE' as const, url: urlOf(id, 'draft') }
        : { url: urlOf(id, verb), body: { rowVersion } },
    result: approvalFlows.record,
    onSuccess: cacheRecord,
  });
}

/** Gives open invoices without a decision the people of the version in use. */
export function useApplyFlow() {
  return useVerb({
    call: (id: string) => ({ url: urlOf(id, 'apply'), body: {} }),
    result: appliedFlow,
    invalidates: [approvalFlows, invoices],
  });
}
