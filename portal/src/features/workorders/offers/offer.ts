import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { attachments } from '#contract/annotations/annotations.ts';
import { collectionUrl, type CreateInput, type Row } from '#contract/resource.ts';
import {
  offerCompose,
  offerMessage,
  offers,
  sentOffer,
  type sendOffer,
  type withdrawOffer,
} from '#contract/workorders/offers.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { invalidateResource, resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

/** One version of an offer. */
export type Offer = Row<typeof offers>;

export const offerHooks = resourceHooks(offers);

const urlOf = (workOrderId: string, rest: string) => `${collectionUrl(offers, { workOrderId })}/${rest}`;
/** Where a verb of a version is. */
export const verbUrl = ({ workOrderId, id }: Offer, verb: string) =>
  urlOf(workOrderId, `${encodeURIComponent(id)}/${verb}`);
/** An offer changes its order, and the files of it. */
const changed = [workOrders, attachments];

/** What an offer of this order starts from. */
export function useCompose(workOrderId: string) {
  const key = [offers.path, 'compose', { workOrderId }];
  return useAnswer(key, urlOf(workOrderId, 'compose'), offerCompose, { asksOnce: true });
}

/** What the mail of a version starts from. */
export function useMessage(offer: Offer) {
  const key = [offers.path, 'message', { workOrderId: offer.workOrderId }, offer.id];
  const url = verbUrl(offer, `message?language=${offer.language}`);
  return useAnswer(key, url, offerMessage, { asksOnce: true });
}

/** The PDF of an offer that is not made yet; nothing is stored. */
export function usePreview(workOrderId: string) {
  const http = useHttp();
  return useMutation({
    mutationFn: async (body: CreateInput<typeof offers>): Promise<Blob> => {
      const response = await http.open(urlOf(workOrderId, 'preview'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/pdf' },
        body: JSON.stringify(body),
      });
      return response.blob();
    },
    gcTime: 0,
  });
}

/** Marks the order and its files as old after a new offer. */
export function useOfferChanged(): () => void {
  const client = useQueryClient();
  return () => changed.forEach(({ path }) => void invalidateResource(client, path));
}

/** Mails a version. The answer is more than its `result`: a link is shown once and stored nowhere. */
export function useSend(offer: Offer) {
  const http = useHttp();
  const markChanged = useOfferChanged();
  return useMutation({
    mutationFn: (body: z.input<typeof sendOffer>) =>
      http.call(verbUrl(offer, 'send'), sentOffer, { method: 'POST', body }),
    onSuccess: markChanged,
    gcTime: 0,
  });
}

/** Takes a version back. */
export function useWithdraw(offer: Offer) {
  return useVerb({
    call: (body: z.input<typeof withdrawOffer>) => ({ url: verbUrl(offer, 'withdraw'), body }),
    invalidates: changed,
  });
}
