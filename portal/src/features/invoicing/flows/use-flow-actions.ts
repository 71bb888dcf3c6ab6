import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import { type Flow, flowHooks, useApplyFlow, useFlowVerb } from './flow.api.ts';
import { gapsOf } from './flow.rules.ts';
import type { FlowDraft } from './use-flow-draft.ts';

/** What is done with a flow as a whole. `onGaps` is told when something is unfinished. */
export function useFlowActions(flow: Flow, draft: FlowDraft, onGaps: () => void) {
  const text = useText();
  const verb = useFlowVerb();
  const applying = useApplyFlow();
  const stored = flowHooks.useOne(flow.id, {});
  const { id, openInvoices, decidedInvoices } = flow;

  async function newest(): Promise<Flow> {
    await draft.save();
    return (await stored.refetch({ throwOnError: true })).data ?? flow;
  }

  return {
    isBusy: verb.isPending,
    isApplying: applying.isPending,
    error: verb.error ?? applying.error,

    async putInUse() {
      if (gapsOf(draft.content).size > 0) return onGaps();
      const { version, rowVersion } = await newest();
      const isSure = await confirm({
        title: text('invoicing.flow.putInUseTitle', { version: version + 1 }),
        body: text('invoicing.flow.putInUseBody', { count: draft.content.rules.length }),
        verb: text('invoicing.flow.putInUseVerb'),
      });
      if (!isSure) return;
      const used = await verb.mutateAsync({ id, verb: 'put-in-use', rowVersion }).catch(() => undefined);
      if (used) notify({ meaning: 'ok', title: text('invoicing.flow.usedNow', { version: used.version }) });
    },

    async discard() {
      const isSure = await confirm({
        title: text('invoicing.flow.discardTitle'),
        body: text('invoicing.flow.discardBody'),
        verb: text('invoicing.flow.discard'),
        isDanger: true,
      });
      if (!isSure) return;
      const { rowVersion } = await newest();
      const left = await verb.mutateAsync({ id, verb: 'discard', rowVersion }).catch(() => undefined);
      if (left) draft.restart(left);
    },

    async apply() {
      const isSure = await confirm({
        title: text('invoicing.flow.apply', { count: openInvoices }),
        body: text('invoicing.flow.applyBody', { count: openInvoices, decided: decidedInvoices }),
        verb: text('invoicing.flow.applyVerb'),
      });
      if (!isSure) return;
      const done = await applying.mutateAsync(id).catch(() => undefined);
      if (done)
        notify({
          meaning: 'ok',
          title: text('invoicing.flow.applied', { count: done.changed }),
          body: text('invoicing.flow.appliedLeft', { count: done.decided }),
        });
    },

    /** Takes what somebody else saved, in the place of what stands here. */
    async reload() {
      const { data } = await stored.refetch();
      if (data) draft.restart(data);
    },
  };
}
