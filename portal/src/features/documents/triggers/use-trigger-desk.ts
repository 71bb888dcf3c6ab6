import { IconDeviceFloppy, IconDownload, IconTrash, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { triggers } from '#contract/documents/triggers.ts';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { useLeaveGuard } from '#portal/kit/form/use-leave-guard.ts';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { useGo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useDocument, type DocumentRecord } from '../unknown-documents/document.ts';
import { triggersUrl, useTriggerText, type Trigger } from './trigger.ts';
import { emptyTrigger, writeOf, type TriggerDraft } from './trigger-draft.ts';
import { useExample, useLiveAnswers, useTrial } from './use-trigger-work.ts';

type Desk = ReturnType<typeof useTriggerDesk>;

/** The form of a trigger, the document in view with what the patterns match in it, and the trial of both. */
export function useTriggerDesk(trigger: Trigger | undefined, own: DocumentRecord | undefined) {
  const text = useText();
  const may = usePermission();
  const action = trigger ? 'update' : 'create';
  const maySystem = may(`fmmanagement.triggers.${action}.system`);
  const isReadOnly = !may(`fmmanagement.triggers.${action}`) || (trigger?.companyId === null && !maySystem);
  // Staff write for the company of the document; others always for their own.
  const companyId = maySystem ? own?.companyId : undefined;
  const goToTrigger = useGoToTrigger(own);
  const supplier = own?.properties.find(({ property }) => property === 'creditor')?.value ?? '';
  const form = useRecordForm(
    triggers,
    {},
    {
      record: trigger ?? null,
      empty: { ...emptyTrigger, naam: supplier },
      valuesOf: (stored): Partial<TriggerDraft> => ({ isGeneral: stored.companyId === null }),
      bodyOf: (draft) => writeOf(draft, companyId),
      onSaved({ id, naam }) {
        notify({
          meaning: 'ok',
          title: text('documentsWork.trigger.saved', { name: naam }),
          body: text('documentsWork.trigger.savedHint'),
        });
        goToTrigger(id);
      },
    },
  );
  useLeaveGuard(form);
  useKeys([!isReadOnly && { keys: 'mod+s', label: 'kit.keys.save', run: form.submit }]);

  const [shownId, show] = useState(own?.id);
  const isOwnShown = shownId === own?.id;
  const other = useDocument(isOwnShown ? undefined : shownId);
  const read = useTriggerText(shownId, form.values.isPdf);
  const answers = useLiveAnswers(shownId, form.values);
  const example = useExample(shownId, form);
  const trial = useTrial(trigger?.id ?? null, form.values, companyId);
  // What must be confirmed must be seen first.
  const needsTrial =
    form.errors['conflicts_confirmed'] !== undefined && (trial.answer === undefined || trial.isStale);
  const runTrial = useEffectEvent(trial.run);
  useEffect(() => {
    if (needsTrial) runTrial();
  }, [needsTrial]);
  return {
    form,
    isReadOnly,
    /** Whether to choose between everybody and one company. */
    mayChooseScope: maySystem && trigger === undefined && companyId !== undefined,
    shownId,
    /** Puts another document in view. */
    show,
    isOwnShown,
    document: isOwnShown ? own : other.data,
    read,
    answers,
    example,
    trial,
  };
}

function useGoToTrigger(own: DocumentRecord | undefined) {
  const go = useGo();
  return (triggerId: string) =>
    own
      ? go('document-triggers:detail', { documentId: own.id, triggerId }, { replace: true })
      : go('triggers:update', { triggerId }, { replace: true });
}

/** The buttons above the editor; cancelling leads back. */
export function useTriggerActions(
  trigger: Trigger | undefined,
  { form, isReadOnly }: Pick<Desk, 'form' | 'isReadOnly'>,
  backHref: string,
) {
  const text = useText();
  const may = usePermission();
  const { save: download } = useDownload();
  const remove = useRemoveWithConfirm(triggers, {});
  const removal = trigger?.companyId === null ? 'delete.system' : 'delete';
  return [
    trigger !== undefined &&
      may(`fmmanagement.triggers.${removal}`) && {
        label: text('documentsWork.document.remove'),
        icon: IconTrash,
        kind: 'danger' as const,
        onClick: () =>
          void remove({ id: trigger.id, name: trigger.naam, thing: text('documentsWork.triggers.thing') }),
      },
    trigger !== undefined && {
      label: text('documentsWork.trigger.export'),
      icon: IconDownload,
      kind: 'quiet' as const,
      onClick: () => void download(`${triggersUrl}/yaml?ids=${trigger.id}`, 'triggers.yaml'),
    },
    !isReadOnly && { label: text('kit.cancel'), icon: IconX, kind: 'default' as const, href: backHref },
    !isReadOnly && {
      label: text('kit.save'),
      icon: IconDeviceFloppy,
      kind: 'primary' as const,
      isLoading: form.isSaving,
      onClick: form.submit,
    },
  ];
}
