import { IconEraser, IconShare, IconTestPipe } from '@tabler/icons-react';
import { useState } from 'react';
import { supplierBoard } from '#contract/documents/board.ts';
import { memoryTrial, type RememberedField, supplierMemory } from '#contract/documents/memory.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import type { DetailAction } from '#portal/kit/detail/detail-actions.tsx';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { MemoryTable } from './memory-table.tsx';
import { ShareLayoutDialog } from './share-layout-dialog.tsx';
import { TrialTable } from './trial-table.tsx';
import styles from './board.module.css';

const { useOne } = resourceHooks(supplierBoard);
const urlOf = (id: string) => `/api/${supplierBoard.path}/${id}/memory`;

/** What is remembered of a supplier: by what each field is found, from which documents, and how often that was right. */
export function SupplierMemory() {
  const id = useParam('supplierId');
  const supplier = useOne(id, {});
  return <Loaded of={supplier}>{({ name }) => <Memory id={id} name={name} />}</Loaded>;
}

function Memory({ id, name }: { readonly id: string; readonly name: string }) {
  const text = useText();
  const pathTo = usePathTo();
  const may = usePermission();
  const mayForget = may('fmmanagement.board.update');
  const [isSharing, setIsSharing] = useState(false);
  const memory = useAnswer([supplierBoard.path, 'memory', id], urlOf(id), supplierMemory);
  const trial = useTrial(id);
  const forget = useForget(id, name, trial.reset);
  const isEmpty = (memory.data?.fields.length ?? 0) === 0;
  const actions: (DetailAction | false)[] = [
    !isEmpty &&
      mayForget && {
        label: text('documentsWork.memory.forgetAll'),
        icon: IconEraser,
        kind: 'danger',
        isLoading: forget.isPending,
        onClick: () => void forget.ask(null),
      },
    !isEmpty &&
      may('fmmanagement.board.update.system') && {
        label: text('documentsWork.memory.share'),
        icon: IconShare,
        kind: 'default',
        onClick: () => setIsSharing(true),
      },
    !isEmpty && {
      label: text('documentsWork.memory.try'),
      icon: IconTestPipe,
      kind: 'primary',
      isLoading: trial.isPending,
      onClick: trial.run,
    },
  ];
  return (
    <DetailPage
      back={{ href: pathTo('board:index'), label: text('documentsWork.board.title') }}
      title={name}
      actions={actions}
      leavesOnEscape
    >
      <Loaded of={memory}>
        {({ documentCount, fields }) => (
          <div className={styles.memory}>
            <Card title={text('documentsWork.memory.title')} count={fields.length} isFlush>
              <p className={styles.memoryHint}>
                {text('documentsWork.memory.hint', { count: documentCount })}
              </p>
              <MemoryTable
                fields={fields}
                onForget={mayForget ? (field: RememberedField) => void forget.ask(field.property) : undefined}
              />
            </Card>
            {trial.data && <TrialTable trial={trial.data} />}
            {isSharing && <ShareLayoutDialog id={id} name={name} onClose={() => setIsSharing(false)} />}
          </div>
        )}
      </Loaded>
    </DetailPage>
  );
}

/** Reads the kept documents again by what the others teach; nothing is changed. */
function useTrial(id: string) {
  const notifyFailure = useNotifyFailure();
  const [isShown, setIsShown] = useState(false);
  const trial = useVerb({
    call: () => ({ url: `${urlOf(id)}/try`, body: {} }),
    result: memoryTrial,
    onSuccess: () => setIsShown(true),
    onError: notifyFailure,
  });
  return {
    data: isShown ? trial.data : undefined,
    isPending: trial.isPending,
    run: () => trial.mutate(),
    reset: () => setIsShown(false),
  };
}

/** Asks, forgets one field or all of them, and says so. */
function useForget(id: string, name: string, onForgotten: () => void) {
  const text = useText();
  const notifyFailure = useNotifyFailure();
  const forget = useVerb({
    call: (property: RememberedField['property'] | null) => ({
      url: `${urlOf(id)}/forget`,
      body: { property },
    }),
    invalidates: [supplierBoard],
    onSuccess: () => {
      onForgotten();
      void notify({ title: text('documentsWork.memory.forgotten'), meaning: 'ok' });
    },
    onError: notifyFailure,
  });
  async function ask(property: RememberedField['property'] | null): Promise<void> {
    const what =
      property === null
        ? text('documentsWork.memory.askAll', { name })
        : text('documentsWork.memory.askOne', {
            name,
            field: text(`documentsWork.property.${property}`),
          });
    const verb = text('documentsWork.memory.forget');
    const body = text('documentsWork.memory.consequence');
    if (await confirm({ title: what, body, verb, isDanger: true })) forget.mutate(property);
  }
  return { ask, isPending: forget.isPending };
}
