import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { supplierBoard } from '#contract/documents/board.ts';
import { type LayoutSharing, layoutSharing } from '#contract/documents/memory.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import styles from './board.module.css';

interface ShareLayoutDialogProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Which words of a supplier's layout all companies read by; staff look at each before it is shared (§D12). */
export function ShareLayoutDialog({ id, name, onClose }: ShareLayoutDialogProps) {
  const text = useText();
  const url = `/api/${supplierBoard.path}/${id}/memory/sharing`;
  const sharing = useAnswer([supplierBoard.path, 'sharing', id], url, layoutSharing, { asksOnce: true });
  return (
    <Dialog title={text('documentsWork.memory.shareTitle')} onClose={onClose}>
      <Loaded of={sharing}>
        {(found) => <Choice url={url} name={name} sharing={found} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

type Property = LayoutSharing['fields'][number]['property'];

interface ChoiceProps {
  readonly url: string;
  readonly name: string;
  readonly sharing: LayoutSharing;
  readonly onClose: () => void;
}

function Choice({ url, name, sharing, onClose }: ChoiceProps) {
  const text = useText();
  const { fields, mayBeShared } = sharing;
  const isShared = sharing.sharedAt !== null;
  // What others learnt too is safe to share; what is shared stays.
  const [chosen, setChosen] = useState<ReadonlySet<Property>>(
    new Set(fields.filter((one) => (isShared ? one.isShared : one.isCommon)).map(({ property }) => property)),
  );
  const save = useVerb({
    call: (properties: readonly Property[]) => ({ method: 'PUT' as const, url, body: { properties } }),
    result: layoutSharing,
    invalidates: [supplierBoard],
    onSuccess: ({ sharedAt }) => {
      const title =
        sharedAt === null ? 'documentsWork.memory.shareStopped' : 'documentsWork.memory.shareSaved';
      void notify({ title: text(title), meaning: 'ok' });
      onClose();
    },
  });
  const missing = !mayBeShared ? 'shareNoCodes' : fields.length === 0 ? 'shareNone' : undefined;
  return (
    <form
      className={styles.memory}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate([...chosen]);
      }}
    >
      {save.error !== null && <FailureBar error={save.error} />}
      <p className={styles.shareBody}>{text('documentsWork.memory.shareBody', { name })}</p>
      {missing && <MessageBar meaning="info">{text(`documentsWork.memory.${missing}`)}</MessageBar>}
      {fields.map(({ property, side, label, isCommon }) => (
        <Checkbox
          key={property}
          label={`${text(`documentsWork.property.${property}`)}: ${text(`documentsWork.memory.side.${side}`, { label })}`}
          description={text(`documentsWork.memory.${isCommon ? 'shareCommon' : 'shareUnseen'}`)}
          checked={chosen.has(property)}
          disabled={!mayBeShared}
          onChange={({ currentTarget: { checked } }) => {
            const others = [...chosen].filter((one) => one !== property);
            setChosen(new Set(checked ? [...others, property] : others));
          }}
        />
      ))}
      <DialogButtons isSticky>
        {isShared && (
          <Button color="red" onClick={() => save.mutate([])} loading={save.isPending}>
            {text('documentsWork.memory.shareStop')}
          </Button>
        )}
        <Button onClick={onClose}>{text('kit.cancel')}</Button>
        <Button
          type="submit"
          variant="filled"
          loading={save.isPending}
          disabled={missing !== undefined || chosen.size === 0}
        >
          {text('documentsWork.memory.shareSave')}
        </Button>
      </DialogButtons>
    </form>
  );
}
