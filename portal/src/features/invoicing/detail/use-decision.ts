import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { formatMoney } from '#contract/money.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import type { supplierMailCommand } from '#contract/invoicing/supplier-mail.ts';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { useSwitch } from '#portal/kit/data/use-switch.ts';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { commentsSettled } from '../comments/pending-comments.ts';
import { invoiceHooks, type Invoice, type InvoiceRow } from '../invoices/invoice.ts';
import { useInvoiceVerb, type InvoiceVerb } from '../invoices/invoice-verbs.ts';
import { noteOwn } from '../invoices/use-kept-rows.ts';
import type { OpenInvoice } from '../invoices/use-open-invoice.ts';

type SupplierMail = z.output<typeof supplierMailCommand>;

type DecisionVerb = Exclude<InvoiceVerb, { verb: 'comments' | 'payment-status' }>;

/** The decisions about one invoice, and the result of the last one. */
export type Decision = ReturnType<typeof useDecision>;

export function useDecision(row: InvoiceRow, invoice: Invoice | undefined, opened: OpenInvoice) {
  const text = useText();
  const language = useLanguage();
  const notifyFailure = useNotifyFailure();
  const undone = useInvoiceVerb();
  const version = useNewestVersion(row.id);
  const [isAutomatic, setAutomatic] = useSwitch('automatic');
  const latest = useLatest(opened);
  const { id } = row;
  const removal = invoiceHooks.useRemove({});
  const { mutate, mutateAsync, variables, isPending, error } = useInvoiceVerb();

  const about = `${row.invoiceNumber || row.documentId}, ${formatMoney(row.totalAmount, row.currency, language)}`;
  const notifyDone = (key: string, undo?: DecisionVerb) =>
    notify({
      meaning: 'ok',
      title: text(`invoicing.done.${key}`),
      body: about,
      ...(undo && { action: { label: text('kit.undo'), run: () => takeBack(undo) } }),
    });

  function takeBack(undo: DecisionVerb) {
    undone.mutateAsync(undo).then(() => latest.current.open(id), notifyFailure);
  }

  /** Leaves for the next invoice that can be decided, or closes the row (product 1.4). */
  async function decide(body: {
    approve: boolean;
    comments?: string;
    supplierMail?: SupplierMail;
  }): Promise<Invoice> {
    await commentsSettled(id);
    const next = latest.current.nextToDecide;
    const answer = await mutateAsync({ id, verb: 'approve', body: { ...body, ...version() } });
    latest.current.open(isAutomatic ? next?.id : undefined);
    return answer;
  }

  async function approve() {
    const answer = await decide({ approve: true }).catch(() => undefined);
    if (answer === undefined) return;
    notifyDone('approve', { id, verb: 'undo', body: {} });
  }

  return {
    isAutomatic,
    setAutomatic,
    approve: () => void (!isPending && invoice && approve()),
    async reject(comments: string, supplierMail?: SupplierMail) {
      await decide({ approve: false, comments, ...(supplierMail && { supplierMail }) });
      notifyDone('reject', { id, verb: 'undo', body: {} });
    },
    hold: (hold: boolean) =>
      mutate(
        { id, verb: 'hold', body: { hold } },
        {
          onSuccess: () => notifyDone(hold ? 'hold' : 'resume', { id, verb: 'hold', body: { hold: !hold } }),
        },
      ),
    withdraw: () => mutate({ id, verb: 'withdraw', body: {} }, { onSuccess: () => notifyDone('withdraw') }),
    resubmit: () => mutate({ id, verb: 'resubmit', body: {} }, { onSuccess: () => notifyDone('resubmit') }),
    async markOriginal(reason: string) {
      await mutateAsync({ id, verb: 'mark-original', body: { reason } });
      notifyDone('markOriginal');
    },
    /** Removes a duplicate after asking, and goes on to the next invoice. */
    async removeDuplicate() {
      const isSure = await confirm({
        title: text('invoicing.remove.title'),
        body: text('invoicing.remove.body', { name: row.creditor.name, number: about }),
        verb: text('invoicing.remove.verb'),
        isDanger: true,
      });
      if (!isSure) return;
      const next = latest.current.nextToDecide;
      try {
        await removal.mutateAsync(id);
        noteOwn([id]);
      } catch (error) {
        return notifyFailure(error);
      }
      latest.current.open(isAutomatic ? next?.id : undefined);
      notifyDone('remove', { id, verb: 'restore-duplicate', body: {} });
    },
    /** What is being saved: its button shows it. */
    busy: isPending && variables ? busyWith(variables) : undefined,
    /** Why the last one failed. */
    error,
  };
}

function busyWith(step: InvoiceVerb) {
  if (step.verb === 'comments' || step.verb === 'payment-status') return undefined;
  return step.verb === 'approve' && !step.body.approve ? 'reject' : step.verb;
}

/** The version that the person has seen, comments saved a moment ago included. */
function useNewestVersion(id: string): () => { readonly rowVersion?: number } {
  const client = useQueryClient();
  const start = useKeyStart();
  return () => {
    const stored = client.getQueryData<Invoice>([...start, invoices.path, 'one', {}, id]);
    return stored === undefined ? {} : { rowVersion: stored.rowVersion };
  };
}

function useLatest<T>(value: T) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
