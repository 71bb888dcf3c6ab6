import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatMoney } from '#contract/money.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { useSwitch } from '#portal/kit/data/use-switch.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { commentsSettled } from '../comments/pending-comments.ts';
import type { Invoice, InvoiceRow } from '../invoices/invoice.ts';
import { useInvoiceVerb, type VerbBodies } from '../invoices/invoice-verbs.ts';
import type { OpenInvoice } from '../invoices/use-open-invoice.ts';

type Step = { [V in keyof VerbBodies]: { readonly verb: V; readonly body: VerbBodies[V] } }[keyof VerbBodies];

/** The decisions about one invoice, and what came of the last one. */
export interface Decision {
  readonly isAutomatic: boolean;
  readonly setAutomatic: (on: boolean) => void;
  readonly approve: () => void;
  readonly reject: (comments: string) => Promise<void>;
  readonly hold: (on: boolean) => void;
  readonly withdraw: () => void;
  readonly resubmit: () => void;
  readonly markOriginal: (reason: string) => Promise<void>;
  /** What is under way: its button shows it. */
  readonly busy: 'approve' | 'reject' | 'hold' | 'withdraw' | 'resubmit' | 'mark-original' | undefined;
  /** Why the last one did not succeed. */
  readonly error: Error | null;
}

export function useDecision(row: InvoiceRow, invoice: Invoice | undefined, opened: OpenInvoice): Decision {
  const text = useText();
  const language = useLanguage();
  const takeStep = useInvoiceVerb();
  const version = useNewestVersion(row.id);
  const [isAutomatic, setAutomatic] = useSwitch('automatic');
  const latest = useLatest(opened);
  const { mutate, mutateAsync, variables, isPending, error } = useMutation({
    mutationFn: async ({ verb, body }: Step) => takeStep(row.id, verb, body),
  });

  const about = `${row.invoiceNumber || row.documentId}, ${formatMoney(row.totalAmount, row.currency, language)}`;
  const say = (key: string, undo?: () => Promise<unknown>) =>
    notify({
      meaning: 'ok',
      title: text(`invoicing.done.${key}`),
      body: about,
      ...(undo ? { action: { label: text('kit.undo'), run: () => void takeBack(undo) } } : {}),
    });

  async function takeBack(undo: () => Promise<unknown>) {
    try {
      await undo();
      latest.current.open(row.id);
    } catch (failure) {
      const { title, hint } = errorWords(failure, text);
      notify({ meaning: 'bad', title, body: hint });
    }
  }

  /** Leaves for the next invoice, or closes the row (product 1.4). */
  async function decide(body: VerbBodies['approve']): Promise<Invoice> {
    await commentsSettled(row.id);
    const { next } = latest.current;
    const answer = await mutateAsync({ verb: 'approve', body: { ...body, ...version() } });
    latest.current.open(isAutomatic ? next?.id : undefined);
    return answer;
  }

  async function approve() {
    const answer = await decide({ approve: true }).catch(() => undefined);
    if (answer === undefined) return;
    // Where others must still approve there is nothing to take back yet.
    const isFinal = answer.statusValue === 'ReadyForProcessing';
    say('approve', isFinal ? () => takeStep(row.id, 'withdraw', {}) : undefined);
  }

  return {
    isAutomatic,
    setAutomatic,
    approve: () => void (!isPending && invoice && approve()),
    async reject(comments) {
      await decide({ approve: false, comments });
      say('reject');
    },
    hold: (hold) =>
      mutate(
        { verb: 'hold', body: { hold } },
        { onSuccess: () => say(hold ? 'hold' : 'resume', () => takeStep(row.id, 'hold', { hold: !hold })) },
      ),
    withdraw: () => mutate({ verb: 'withdraw', body: {} }, { onSuccess: () => say('withdraw') }),
    resubmit: () => mutate({ verb: 'resubmit', body: {} }, { onSuccess: () => say('resubmit') }),
    async markOriginal(reason) {
      await mutateAsync({ verb: 'mark-original', body: { reason } });
      say('markOriginal');
    },
    busy: isPending && variables ? busyWith(variables) : undefined,
    error,
  };
}

function busyWith(step: Step): Decision['busy'] {
  if (step.verb === 'comments') return undefined;
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
