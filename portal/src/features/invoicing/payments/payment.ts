import { IconBan, IconCircleCheck, IconPencil, IconUserCheck } from '@tabler/icons-react';
import { payments, type PaymentState } from '#contract/invoicing/payments.ts';
import { collectionUrl, type Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import type { StatusLook } from '#portal/kit/format/status-chip.tsx';

export const paymentHooks = resourceHooks(payments);
export type Payment = Rec<typeof payments>;

export const paymentLooks: Readonly<Record<PaymentState, StatusLook>> = {
  draft: { meaning: 'neutral', icon: IconPencil },
  prepared: { meaning: 'hold', icon: IconUserCheck },
  released: { meaning: 'ok', icon: IconCircleCheck },
  cancelled: { meaning: 'bad', icon: IconBan },
};

interface StepCall {
  readonly verb: 'choose' | 'split' | 'prepare' | 'withdraw' | 'release' | 'send-back' | 'not-sent';
  readonly body?: object;
}

/** Takes a step with a payment. */
export function usePaymentStep({ id }: Pick<Payment, 'id'>) {
  return useVerb({
    call: ({ verb, body }: StepCall) => ({
      url: `${collectionUrl(payments, {})}/${id}/${verb}`,
      body: body ?? {},
    }),
    result: payments.record,
    invalidates: [payments],
  });
}
