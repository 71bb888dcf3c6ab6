import {
  webhookDeliveryDetail,
  webhookLog,
  webhooks,
  webhookSecretMade,
  type WebhookDelivery,
} from '#contract/core/webhooks.ts';
import { collectionUrl, type Rec, type Row } from '#contract/resource.ts';
import { useInvalidate } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

/** A target in the list. */
export type WebhookRow = Row<typeof webhooks>;
/** A target as it is answered. */
export type Webhook = Rec<typeof webhooks>;

/** Which target. */
interface Target {
  readonly companyId: string;
  readonly id: string;
}

const urlOf = ({ companyId, id }: Target) =>
  `${collectionUrl(webhooks, { companyId })}/${encodeURIComponent(id)}`;

/** Makes another secret of a target; the answer holds it, this once. */
export function useMakeSecret(companyId: string) {
  return useVerb({
    call: ({ id, overlapDays }: { readonly id: string; readonly overlapDays: number }) => ({
      url: `${urlOf({ companyId, id })}/secret`,
      body: { overlapDays },
    }),
    result: webhookSecretMade,
    onSettled: useInvalidate(webhooks),
  });
}

/** Switches a target on or off, without changing the rest. */
export function useSwitchTarget({ companyId, id, url, eventTypes }: WebhookRow) {
  return useVerb({
    call: (active: boolean) => ({
      method: 'PUT',
      url: urlOf({ companyId, id }),
      body: { id, url, eventTypes, active },
    }),
    result: webhooks.record,
    onSettled: useInvalidate(webhooks),
  });
}

/** Goes on after a target stopped, with what waits. */
export function useResumeTarget(target: Target) {
  return useVerb({
    call: () => ({ url: `${urlOf(target)}/resume` }),
    result: webhooks.record,
    onSettled: useInvalidate(webhooks),
  });
}

/** Sends a test event. */
export function useSendTest(target: Target) {
  return useVerb({
    call: () => ({ url: `${urlOf(target)}/test` }),
    result: webhookDeliveryDetail,
    onSettled: useInvalidate(webhooks),
  });
}

/** Sends an event again, with the id that it had. */
export function useResend(target: Target) {
  return useVerb({
    call: ({ id }: WebhookDelivery) => ({ url: `${deliveryUrl(target, id)}/resend` }),
    result: webhookDeliveryDetail,
    onSettled: useInvalidate(webhooks),
  });
}

/** What was sent to a target, the newest first; from before a delivery, or from the newest on. */
export function useLog(target: Target, before: string | undefined) {
  const url = `${urlOf(target)}/deliveries${before === undefined ? '' : `?before=${encodeURIComponent(before)}`}`;
  return useAnswer([webhooks.path, 'log', target.id, before], url, webhookLog, { keepsPrevious: true });
}

/** One delivery with what was sent and what came back. */
export function useDelivery(target: Target, deliveryId: string) {
  return useAnswer(
    [webhooks.path, 'delivery', target.id, deliveryId],
    deliveryUrl(target, deliveryId),
    webhookDeliveryDetail,
  );
}

function deliveryUrl(target: Target, deliveryId: string): string {
  return `${urlOf(target)}/deliveries/${encodeURIComponent(deliveryId)}`;
}
