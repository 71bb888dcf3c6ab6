import { workOrderLines } from '#contract/workorders/order-lines.ts';
import { WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { ProblemError } from '#portal/kit/data/http.ts';
import { showMessage } from '#portal/kit/feedback/dialog-store.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { DraftBar } from '#portal/kit/form/draft-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import type { Order } from '../work-orders/order.ts';
import { InvoicedNotice } from '../work-orders/invoiced-notice.tsx';
import { OrderLinesBlock } from './order-lines-block.tsx';
import { useOrderLineDraft } from './use-order-line-draft.ts';
import { valuesOf, writeOf, type LineValues, type OrderLine } from './order-lines.rules.ts';

const { useCreate, useUpdate, useRemove } = resourceHooks(workOrderLines);

/** All lines of an order, in their own order. */
export function useOrderLines(workOrderId: string) {
  const may = usePermission();
  return useAllRows(workOrderLines, { workOrderId }, {}, { enabled: may('comceptum.orderlines.read') });
}

/** The lines of a stored order: every change is saved at once. */
export function OrderLinesCard({ order }: { readonly order: Order }) {
  return <Loaded of={useOrderLines(order.id)}>{(lines) => <Lines order={order} lines={lines} />}</Loaded>;
}

function Lines({ order, lines }: { readonly order: Order; readonly lines: readonly OrderLine[] }) {
  const text = useText();
  const may = usePermission();
  const parents = { workOrderId: order.id };
  const [create, update, remove] = [useCreate(parents), useUpdate(parents), useRemove(parents)];
  const isOpen = order.status !== WorkOrderStatus.Invoiced;
  const showsPurchase = may('comceptum.orderlines.readpurchase');

  async function save(values: LineValues, key: string | undefined) {
    const body = writeOf(values, showsPurchase);
    const stored = lines.find(({ id }) => id === key);
    if (stored === undefined) await create.mutateAsync(body);
    else
      await update.mutateAsync({
        id: stored.id,
        body: { ...body, customId: stored.customId, rowVersion: stored.rowVersion },
      });
  }

  function removeLine(id: string) {
    remove.mutate(id, {
      onSuccess: () => void notify({ meaning: 'ok', title: text('workorders.lines.removed') }),
      onError: (error) => {
        const detail = error instanceof ProblemError ? error.body.detail : undefined;
        const body = detail ?? errorWords(error, text).title;
        void showMessage({ meaning: 'bad', title: text('workorders.lines.notRemoved'), body });
      },
    });
  }

  const { draft, ...typing } = useOrderLineDraft(order.id);
  return (
    <OrderLinesBlock
      key={draft.restores}
      {...typing}
      lines={lines.map((line) => ({
        ...valuesOf(line),
        key: line.id,
        isAccepted: line.isAccepted,
        uncountedAs: line.uncountedAs,
      }))}
      discountPercentage={order.discountPercentage}
      mayAdd={isOpen && may('comceptum.orderlines.create')}
      mayChange={isOpen && may('comceptum.orderlines.update')}
      mayRemove={isOpen && may('comceptum.orderlines.delete')}
      onSave={save}
      onRemove={removeLine}
      notice={isOpen ? <DraftBar draft={draft} /> : <InvoicedNotice />}
    />
  );
}
