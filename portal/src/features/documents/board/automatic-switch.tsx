import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { positivesForAutomatic, supplierBoard } from '#contract/documents/board.ts';
import type { Row } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { YesNo } from '#portal/kit/format/yes-no.tsx';
import { useText } from '#portal/kit/text.ts';

type Supplier = Row<typeof supplierBoard>;
const { useUpdate } = resourceHooks(supplierBoard);

/** Whether the documents of a supplier skip validation; a switch where that can be changed. */
export function AutomaticSwitch({ supplier }: { readonly supplier: Supplier }) {
  const { id, name, isAutomatic, mayBeAutomatic, offReason } = supplier;
  const text = useText();
  const notifyFailure = useNotifyFailure();
  const mayUpdate = usePermission()('fmmanagement.board.update');
  const { mutate, isPending } = useUpdate({});
  const canSwitch = mayUpdate && !isPending && (isAutomatic || mayBeAutomatic);
  const why =
    offReason !== ''
      ? text(`documentsWork.board.off.${offReason}`)
      : mayBeAutomatic || isAutomatic
        ? text('documentsWork.board.automaticHint')
        : text('documentsWork.board.notYet', { n: positivesForAutomatic });

  function change(isOn: boolean) {
    const title = text(isOn ? 'documentsWork.board.isOn' : 'documentsWork.board.isOff', { name });
    mutate(
      { id, body: { isAutomatic: isOn } },
      { onSuccess: () => void notify({ meaning: 'ok', title }), onError: notifyFailure },
    );
  }
  return (
    <span title={why}>
      {/* What cannot be switched is plain text: a disabled switch would only invite a try. */}
      {canSwitch || isPending ? (
        <Switch
          aria-label={text('documentsWork.board.automaticOf', { name })}
          label={text(isAutomatic ? 'kit.yes' : 'kit.no')}
          checked={isAutomatic}
          disabled={!canSwitch}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />
      ) : (
        <YesNo value={isAutomatic} />
      )}
      <span className="balie-hidden">{why}</span>
    </span>
  );
}
