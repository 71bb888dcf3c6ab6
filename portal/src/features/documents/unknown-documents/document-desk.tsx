import { Button } from '@mantine/core';
import {
  IconChevronRight,
  IconDeviceFloppy,
  IconFileOff,
  IconFiles,
  IconHistory,
  IconMessageQuestion,
  IconRegex,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { Unsaved } from '#portal/kit/form/form-page.tsx';
import { useLeaveGuard } from '#portal/kit/form/use-leave-guard.ts';
import { Key } from '#portal/kit/format/key.tsx';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { ActionBar } from '#portal/kit/layout/action-bar.tsx';
import { SplitView } from '#portal/kit/layout/split-view.tsx';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useMedia } from '#portal/kit/use-width.ts';
import { LockBar } from '../locks/lock-bar.tsx';
import type { Lock } from '../locks/use-lock.ts';
import { DocumentViewer } from '../pages/document-viewer.tsx';
import { managementPages } from '../pages/pages-source.ts';
import { isProperty } from '../values/is-property.ts';
import { pickBubbleOf } from '../values/pick-bubble.tsx';
import { useValueWork } from '../values/use-value-work.ts';
import { ValuesTable } from '../values/values-table.tsx';
import type { DocumentRecord } from './document.ts';
import type { DocumentDialogKind } from './document-dialog.tsx';
import { DocumentFields } from './document-fields.tsx';
import { DocumentHints } from './document-hints.tsx';
import { stateLook } from './state-look.ts';
import { useDocumentForm, useDraftedProperties } from './use-document-form.ts';
import { useDocumentSteps } from './use-document-steps.ts';
import styles from './unknown-documents.module.css';

interface DocumentDeskProps {
  readonly document: DocumentRecord;
  readonly lock: Lock;
  /** As stored now: newer than `document` while there are unsaved changes. */
  readonly stored: DocumentRecord;
  /** Whether there are unsaved changes. */
  readonly onDirty: (isDirty: boolean) => void;
  readonly onDialog: (kind: DocumentDialogKind) => void;
}

/** One document: its fields and values on the left, its pages on the right. */
export function DocumentDesk({ document, lock, stored, onDirty, onDialog }: DocumentDeskProps) {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const mayUpdate = may('fmmanagement.documents.update');
  const hasKeys = useMedia('(min-width: 73.125em)');
  const steps = useDocumentSteps(document);
  const form = useDocumentForm(document, steps.saved);
  useLeaveGuard(form);
  const reportDirty = useEffectEvent(onDirty);
  useEffect(() => reportDirty(form.isDirty), [form.isDirty]);
  const properties = useDraftedProperties(document.properties, form.values.values);
  const values = useValueWork(
    properties,
    async (property, correction) => {
      form.set('values', { ...form.values.values, [property]: correction });
    },
    { vatRates: document.vatRates },
  );
  const isUnprocessable = document.state === 'Onverwerkbaar';

  useKeys([
    mayUpdate && { keys: 'mod+s', label: 'kit.keys.save', run: form.submit },
    { keys: 'j', label: 'documentsWork.keys.next', run: steps.next },
    { keys: 'ArrowRight', run: steps.next },
  ]);

  return (
    <DetailPage
      back={{ href: pathTo('documents:index'), label: text('documentsWork.unknown.title') }}
      number={document.documentId}
      title={document.administratie.bedrijfsnaam || document.klant.customerIdAndName}
      chip={
        <>
          <StatusChip {...stateLook(document.state)} word={text(`documentsWork.state.${document.state}`)} />
          <Unsaved isShown={form.isDirty} />
        </>
      }
      actions={[
        may('fmmanagement.documents.delete') && {
          label: text('documentsWork.document.remove'),
          icon: IconTrash,
          kind: 'danger',
          onClick: () => void steps.remove(),
        },
        mayUpdate &&
          !may('fmmanagement.documents.read.system') && {
            label: text('documentsWork.question.button'),
            icon: IconMessageQuestion,
            kind: 'default',
            onClick: () => onDialog('question'),
          },
        may('fmmodule.documents.read') && {
          label: text('documentsWork.history.button'),
          icon: IconHistory,
          kind: 'quiet',
          onClick: () => onDialog('history'),
        },
        mayUpdate &&
          document.pages.length > 0 && {
            label: text('documentsWork.pageWork.button'),
            icon: IconFiles,
            kind: 'default',
            onClick: () => onDialog('pages'),
          },
        may('fmmanagement.triggers.read') && {
          label: text('documentsWork.document.regex'),
          icon: IconRegex,
          kind: 'default',
          href: pathTo('document-triggers:detail', {
            documentId: document.id,
            triggerId: form.values.triggerId ?? 'new',
          }),
        },
      ]}
    >
      <div className={styles.split}>
        <SplitView
          side={
            <DocumentViewer
              source={managementPages}
              documentId={document.id}
              pages={document.pages}
              marks={values.marks}
              focused={values.focused ?? values.editing}
              onFocus={(id) => values.focus(isProperty(id) ? id : undefined)}
              onWord={mayUpdate ? values.onWord : undefined}
              canDrag
              bubble={pickBubbleOf({ work: values })}
            />
          }
        >
          <div className={styles.about}>
            <LockBar lock={lock} />
            <DocumentHints
              document={document}
              stored={form.conflict === null ? stored : document}
              onSplit={mayUpdate ? () => onDialog('pages') : undefined}
            />
            <DocumentFields form={form} document={document} mayUpdate={mayUpdate} />
          </div>
          <ValuesTable
            properties={properties}
            vatRates={document.vatRates}
            work={values}
            mayCorrect={mayUpdate}
            hasPages={document.pages.length > 0}
          />
          {document.filecontent !== '' && (
            <details className={styles.about}>
              <summary>{text('documentsWork.document.text', { count: document.textLength })}</summary>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keyboard */}
              <pre className={styles.text} tabIndex={0}>
                {document.filecontent}
              </pre>
            </details>
          )}
          <div className={styles.bar}>
            <ActionBar
              label={text('documentsWork.document.bar')}
              navigation={
                <Button
                  loading={steps.busy === 'next'}
                  rightSection={<IconChevronRight size={16} stroke={1.75} aria-hidden />}
                  onClick={steps.next}
                >
                  {text('documentsWork.document.next')}
                </Button>
              }
            >
              {mayUpdate && (
                <>
                  <Button
                    loading={steps.busy === 'aside'}
                    leftSection={
                      isUnprocessable ? (
                        <IconRestore size={16} stroke={1.75} aria-hidden />
                      ) : (
                        <IconFileOff size={16} stroke={1.75} aria-hidden />
                      )
                    }
                    onClick={isUnprocessable ? steps.restore : steps.setAside}
                  >
                    {text(isUnprocessable ? 'documentsWork.unknown.restore' : 'documentsWork.unknown.aside')}
                  </Button>
                  <Button
                    variant="filled"
                    loading={form.isSaving}
                    leftSection={<IconDeviceFloppy size={16} stroke={1.75} aria-hidden />}
                    rightSection={hasKeys ? <Key>Ctrl S</Key> : undefined}
                    onClick={form.submit}
                  >
                    {text('kit.save')}
                  </Button>
                </>
              )}
            </ActionBar>
          </div>
        </SplitView>
      </div>
    </DetailPage>
  );
}
