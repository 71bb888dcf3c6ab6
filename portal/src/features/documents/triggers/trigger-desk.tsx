import { Button } from '@mantine/core';
import { IconArrowBackUp, IconBuilding, IconWorld } from '@tabler/icons-react';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { Unsaved } from '#portal/kit/form/form-page.tsx';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import type { DocumentRecord } from '../unknown-documents/document.ts';
import { DocumentSide } from './document-side.tsx';
import type { Trigger } from './trigger.ts';
import { TriggerFields } from './trigger-fields.tsx';
import { TryPanel } from './try-panel.tsx';
import { useTriggerActions, useTriggerDesk } from './use-trigger-desk.ts';
import styles from './triggers.module.css';

interface TriggerDeskProps {
  readonly trigger: Trigger | undefined;
  readonly document: DocumentRecord | undefined;
}

/** Fields, the document that they read, and the trial of both. */
export function TriggerDesk({ trigger, document: own }: TriggerDeskProps) {
  const text = useText();
  const pathTo = usePathTo();
  const desk = useTriggerDesk(trigger, own);
  const { form, isReadOnly, shownId, show, answers, example } = desk;
  const { isGeneral, naam } = form.values;
  const back = own
    ? {
        href: pathTo('documents:detail', { documentId: own.id }),
        label: text('documentsWork.trigger.backTo', { document: own.documentId }),
      }
    : { href: pathTo('triggers:index'), label: text('documentsWork.triggers.title') };
  return (
    <DetailPage
      back={back}
      title={text(trigger ? 'documentsWork.trigger.title' : 'documentsWork.trigger.newTitle', { name: naam })}
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
      actions={useTriggerActions(trigger, desk, back.href)}
    >
      <div className={styles.desk}>
        <div className={styles.fields}>
          <TriggerFields
            form={form}
            answers={answers}
            example={example}
            hasDocument={shownId !== undefined}
            mayChooseScope={desk.mayChooseScope}
            isReadOnly={isReadOnly}
          />
        </div>
        <div className={styles.document} data-empty={shownId === undefined || undefined}>
          {own && !desk.isOwnShown && (
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconArrowBackUp size={14} stroke={1.75} aria-hidden />}
              onClick={() => show(own.id)}
            >
              {text('documentsWork.trigger.backToOwn', { document: own.documentId })}
            </Button>
          )}
          <DocumentSide
            document={desk.document}
            read={desk.read}
            isAsked={shownId !== undefined}
            answers={answers}
            example={example}
            mayWrite={!isReadOnly}
          />
        </div>
        <TryPanel form={form} trial={desk.trial} onShow={show} isReadOnly={isReadOnly} />
      </div>
    </DetailPage>
  );
}
