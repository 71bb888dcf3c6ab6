import { useEffect, useState } from 'react';
import { z } from 'zod';
import { approvalSettings } from '#contract/invoicing/approval-work.ts';
import { bulkOutcome, type bulkVerbs, invoices } from '#contract/invoicing/invoices.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { useStore } from '#portal/kit/store.ts';
import { useText } from '#portal/kit/text.ts';
import { noteOwn } from '../invoices/use-kept-rows.ts';
import type { InvoiceRow } from '../invoices/invoice.ts';
import { splitTicked } from './bulk.rules.ts';
import { bulkReasons, needsOpened, ticked } from './ticked.ts';

type BulkVerb = (typeof bulkVerbs)[number];

/** What is done with several invoices at once. */
export type Bulk = ReturnType<typeof useBulk>;

/** The ticked rows of a list, and what can be done with them together. */
export function useBulk(rows: readonly InvoiceRow[]) {
  const text = useText();
  const may = usePermission();
  const notifyFailure = useNotifyFailure();
  const ids = useStore(ticked);
  const [busy, setBusy] = useState<BulkVerb>();
  const isOffered = may('fmmodule.invoices.approve');
  const { data: settings } = useAnswer(
    [invoices.path, 'approval-settings'],
    '/api/fmmodule/approvals/settings',
    approvalSettings,
    { enabled: isOffered && ids.size > 0 },
  );
  const needs = settings?.bulkNeedsOpened ?? true;
  const { chosen, going, reasons } = splitTicked(rows, ids, needs);
  const { mutateAsync } = useVerb({
    call: (body: { verb: BulkVerb; ids: readonly string[] }) => ({
      url: `/api/${invoices.path}/decide`,
      body,
    }),
    result: z.array(bulkOutcome),
    invalidates: [invoices],
  });
  useEffect(() => clear, []);
  // Rows show why they would be left out.
  useEffect(() => needsOpened.set(needs), [needs]);

  async function run(verb: 'approve' | 'hold', of: readonly InvoiceRow[]) {
    if (busy !== undefined || of.length === 0) return;
    setBusy(verb);
    try {
      const outcomes = await mutateAsync({ verb, ids: of.map(({ id }) => id) });
      const done = outcomes.filter(({ outcome }) => outcome === 'done').map(({ id }) => id);
      const failed = outcomes.filter(({ outcome }) => outcome !== 'done');
      noteOwn(done);
      ticked.set(new Set([...ids].filter((id) => !done.includes(id))));
      bulkReasons.set(new Map(failed.map(({ id, reason }) => [id, reason])));
      notify({
        meaning: failed.length === 0 ? 'ok' : 'info',
        title: text(`invoicing.bulk.${verb === 'hold' ? 'held' : 'approved'}`, { count: done.length }),
        ...(failed.length > 0 && { body: text('invoicing.bulk.stayed', { count: failed.length }) }),
        ...(done.length > 0 && {
          action: { label: text('kit.undo'), run: () => void takeBack(verb, done) },
        }),
      });
    } catch (error) {
      notifyFailure(error);
    } finally {
      setBusy(undefined);
    }
  }

  async function takeBack(verb: 'approve' | 'hold', done: readonly string[]) {
    try {
      const outcomes = await mutateAsync({ verb: verb === 'hold' ? 'resume' : 'undo', ids: done });
      const count = outcomes.filter(({ outcome }) => outcome === 'done').length;
      notify({ meaning: 'ok', title: text('invoicing.bulk.undone', { count }) });
    } catch (error) {
      notifyFailure(error);
    }
  }

  return {
    isOffered,
    ids,
    chosen,
    going,
    reasons,
    busy,
    tick: (next: ReadonlySet<string>) => {
      ticked.set(next);
      bulkReasons.set(new Map([...bulkReasons.get()].filter(([id]) => next.has(id))));
    },
    clear,
    approve: () => void run('approve', going),
    hold: () =>
      void run(
        'hold',
        chosen.filter(({ approvalState }) => approvalState === 'pending'),
      ),
  };
}

function clear(): void {
  ticked.set(new Set());
  bulkReasons.set(new Map());
}
