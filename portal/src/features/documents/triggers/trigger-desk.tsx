import { Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBuilding,
  IconDeviceFloppy,
  IconDownload,
  IconTrash,
  IconWorld,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { triggers } from '#contract/documents/triggers.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { download } from '#portal/kit/data/download.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { Unsaved } from '#portal/kit/form/form-page.tsx';
import { useLeaveGuard } from '#portal/kit/form/use-leave-guard.ts';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { useGo, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useDocument, type DocumentRecord } from '../unknown/document.ts';
import { DocumentSide } from './document-side.tsx';
import { triggerHooks, triggersUrl, useTriggerText, type Trigger } from './trigger.ts';
import { draftOf, writeOf, type TriggerDraft } from './trigger-draft.ts';
import { TriggerFields } from './trigger-fields.tsx';
import { TryPanel } from './try-panel.tsx';
import { useExample, useLiveAnswers, useTrial } from './use-trigger-work.ts';
import styles from './triggers.module.css';

interface TriggerDeskProps {
  readonly trigger: Trigger | undefined;
  readonly document: DocumentRecord | undefined;
}

/** Fields, the document that they read, and the trial of both. */
export function TriggerDesk({ trigger, document: own }: TriggerDeskProps) {
  const text = useText();
  const may = usePermission();
  const go = useGo();
  const pathTo = usePathTo();
  const http = useHttp();
  const action = trigger ? 'update' : 'create';
  const maySystem = may(`fmmanagement.triggers.${action}.system`);
  const isReadOnly = !may(`fmmanagement.triggers.${action}`) || (trigger?.companyId === null && !maySystem);
  // Staff write for the company of the document; others always for their own.
  const companyId = maySystem ? own?.companyId : undefined;

  const create = triggerHooks.useCreate({});
  const update = triggerHooks.useUpdate({});
  const remove = useRemoveWithConfirm(triggers, {});
  const supplier = own?.properties.find(({ property }) => property === 'creditor')?.value ?? '';
  const form = useResourceForm<TriggerDraft, Trigger>({
    initial: draftOf(trigger, supplier),
    save: async (draft) => {
      if (trigger === undefined) return create.mutateAsync(writeOf(draft, companyId));
      const { isGeneral: _, ...body } = draft;
      return update.mutateAsync({ id: trigger.id, body: { ...body, rowVersion: trigger.rowVersion } });
    },
    onSaved(saved) {
      notify({
        meaning: 'ok',
        title: text('documentsWork.trigger.saved', { name: saved.naam }),
        body: text('documentsWork.trigger.savedHint'),
      });
      if (own) go('document-triggers:detail', { documentId: own.id, triggerId: saved.id }, { replace: true });
      else go('triggers:update', { triggerId: saved.id }, { replace: true });
    },
    fromStored: (current) => {
      const stored = triggers.record.safeParse(current);
      return stored.success ? draftOf(stored.data) : undefined;
    },
  });
  useLeaveGuard(form);

  const [shownId, setShownId] = useState(own?.id);
  const other = useDocument(shownId === own?.id ? undefined : shownId);
  const document = shownId === own?.id ? own : other.data;
  const read = useTriggerText(shownId, form.values.isPdf);
  const answers = useLiveAnswers(shownId, form.values);
  const example = useExample(shownId, form);
  const trial = useTrial(trigger?.id ?? null, form.values, companyId);
  // What must be confirmed must be seen first.
  const mustLook =
    form.errors['conflicts_confirmed'] !== undefined && (trial.answer === undefined || trial.isStale);
  const { run } = trial;
  const latestRun = useRef(run);
  useEffect(() => {
    latestRun.current = run;
  });
  useEffect(() => {
    if (mustLook) latestRun.current();
  }, [mustLook]);
  const back = useMemo(
    () =>
      own
        ? {
            href: pathTo('documents:detail', { documentId: own.id }),
            label: text('documentsWork.trigger.backTo', { document: own.documentId }),
          }
        : { href: pathTo('triggers:index'), label: text('documentsWork.triggers.title') },
    [own, pathTo, text],
  );
  useKeys([!isReadOnly && { keys: 'mod+s', label: 'kit.keys.save', run: form.submit }]);

  async function exportYaml() {
    try {
      await download(http, `${triggersUrl}/yaml?ids=${trigger?.id ?? ''}`, 'triggers.yaml');
    } catch (error) {
      notify({ meaning: 'bad', title: errorWords(error, text).title });
    }
  }

  const isGeneral = form.values.isGeneral;
  return (
    <DetailPage
      back={back}
      title={text(trigger ? 'documentsWork.trigger.title' : 'documentsWork.trigger.newTitle', {
        name: form.values.naam,
      })}
      chip={
        <>
          <StatusChip
            meaning="neutral"
            icon={isGeneral ? IconWorld : IconBuilding}
            word={text(isGeneral ? 'documentsWork.trigger.general' : 'documentsWork.trigger.own')}
          />
          <Unsaved isShown={form.isDirty} />
        </>
      }
      actions={[
        trigger !== undefined &&
          may('fmmanagement.triggers.delete') &&
          (trigger.companyId !== null || may('fmmanagement.triggers.delete.system')) && {
            label: text('documentsWork.document.remove'),
            icon: IconTrash,
            kind: 'danger',
            onClick: () =>
              void remove({
                id: trigger.id,
                name: trigger.naam,
                thing: text('documentsWork.triggers.thing'),
              }),
          },
        trigger !== undefined && {
          label: text('documentsWork.trigger.export'),
          icon: IconDownload,
          kind: 'quiet',
          onClick: () => void exportYaml(),
        },
        !isReadOnly && { label: text('kit.cancel'), icon: IconX, kind: 'default', href: back.href },
        !isReadOnly && {
          label: text('kit.save'),
          icon: IconDeviceFloppy,
          kind: 'primary',
          isLoading: form.isSaving,
          onClick: form.submit,
        },
      ]}
    >
      <div className={styles.desk}>
        <div className={styles.fields}>
          <TriggerFields
            form={form}
            answers={answers}
            example={example}
            hasDocument={shownId !== undefined}
            mayChooseScope={maySystem && trigger === undefined && companyId !== undefined}
            isReadOnly={isReadOnly}
          />
        </div>
        <div className={styles.document} data-empty={shownId === undefined || undefined}>
          {shownId !== own?.id && own && (
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconArrowBackUp size={14} stroke={1.75} aria-hidden />}
              onClick={() => setShownId(own.id)}
            >
              {text('documentsWork.trigger.backToOwn', { document: own.documentId })}
            </Button>
          )}
          <DocumentSide
            document={document}
            read={read.data}
            error={read.error}
            onRetry={() => void read.refetch()}
            isAsked={shownId !== undefined}
            answers={answers}
            example={example}
            mayWrite={!isReadOnly}
          />
        </div>
        <TryPanel form={form} trial={trial} onShow={setShownId} isReadOnly={isReadOnly} />
      </div>
    </DetailPage>
  );
}
