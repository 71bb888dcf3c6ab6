import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { attachments } from '#contract/annotations/annotations.ts';
import { collectionUrl, type Row } from '#contract/resource.ts';
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
import { invalidateResource, resourceHooks, useKeyStart } from '#portal/kit/data/resource-hooks.ts';

/** One version of an offer. */
export type Offer = Row<typeof offers>;

export const offerHooks = resourceHooks(offers);

const urlOf = (workOrderId: string, rest = '') => `${collectionUrl(offers, { workOrderId })}${rest}`;
const composed = z.object({ result: offerCompose });
const message = z.object({ result: offerMessage });
const one = z.object({ result: offers.record });

/** What an offer of this order starts from. */
export function useCompose(workOrderId: string) {
  const http = useHttp();
  return useQuery({
    queryKey: [...useKeyStart(), offers.path, 'compose', { workOrderId }],
    queryFn: async ({ signal }) =>
      (await http.call(urlOf(workOrderId, '/compose'), composed, { signal })).result,
    // What was typed must not be overtaken by a second answer.
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** What the mail of a version starts from. */
export function useMessage(workOrderId: string, { id, language }: Pick<Offer, 'id' | 'language'>) {
  const http = useHttp();
  return useQuery({
    queryKey: [...useKeyStart(), offers.path, 'message', { workOrderId }, id],
    queryFn: async ({ signal }) => {
      const url = urlOf(workOrderId, `/${encodeURIComponent(id)}/message?language=${language}`);
      return (await http.call(url, message, { signal })).result;
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** The PDF as it would become; nothing is kept. */
export function usePreview(workOrderId: string) {
  const http = useHttp();
  return useMutation({
    mutationFn: async (body: z.input<(typeof offers)['create']>): Promise<Blob> => {
      const response = await http.open(urlOf(workOrderId, '/preview'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/pdf' },
        body: JSON.stringify(body),
      });
      return response.blob();
    },
    gcTime: 0,
  });
}

/** An offer changes its order, and the files of it. */
export function useOfferChanged(): () => void {
  const client = useQueryClient();
  return () => {
    void invalidateResource(client, workOrders.path);
    void invalidateResource(client, attachments.path);
  };
}

/** Mails a version. */
export function useSend(workOrderId: string, id: string) {
  const http = useHttp();
  const changed = useOfferChanged();
  return useMutation({
    mutationFn: (body: z.input<typeof sendOffer>) =>
      http.call(urlOf(workOrderId, `/${encodeURIComponent(id)}/send`), sentOffer, { method: 'POST', body }),
    onSuccess: changed,
    // A link is shown once and kept nowhere.
    gcTime: 0,
  });
}

/** Takes a version back. */
export function useWithdraw(workOrderId: string) {
  const http = useHttp();
  const changed = useOfferChanged();
  return useMutation({
    mutationFn: async ({ id, ...body }: z.input<typeof withdrawOffer> & { readonly id: string }) => {
      const url = urlOf(workOrderId, `/${encodeURIComponent(id)}/withdraw`);
      return (await http.call(url, one, { method: 'POST', body })).result;
    },
    onSuccess: changed,
  });
}
