import { IconFileText, IconPhoto, IconTextScan2 } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { patternFields } from '#contract/documents/triggers.ts';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { Segments } from '#portal/kit/layout/segments.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { useText } from '#portal/kit/text.ts';
import type { DocumentRecord } from '../unknown-documents/document.ts';
import { DocumentPageView } from './document-page.tsx';
import { DocumentText } from './document-text.tsx';
import { marksOf } from './marks.rules.ts';
import type { useTriggerText } from './trigger.ts';
import type { Example, LiveAnswers } from './use-trigger-work.ts';
import styles from './triggers.module.css';

interface DocumentSideProps {
  readonly document: DocumentRecord | undefined;
  readonly read: ReturnType<typeof useTriggerText>;
  /** Whether a document is in view at all. */
  readonly isAsked: boolean;
  readonly answers: LiveAnswers;
  readonly example: Example;
  readonly mayWrite: boolean;
}

const views = [
  { key: 'text', icon: IconFileText },
  { key: 'page', icon: IconPhoto },
] as const;

/** The document as text or as page, with what the patterns match in it. */
export function DocumentSide({ read: query, ...props }: DocumentSideProps) {
  const { document, isAsked, answers, example, mayWrite } = props;
  const { data: read, error } = query;
  const text = useText();
  const [view, setView] = useState<'text' | 'page'>('text');
  const marks = useMemo(() => marksOf(answers), [answers]);
  if (!isAsked) {
    return (
      <EmptyState
        kind="first"
        icon={IconTextScan2}
        title={text('documentsWork.trigger.noDocument')}
        hint={text('documentsWork.trigger.noDocumentHint')}
      />
    );
  }
  if (error && read === undefined) return <ErrorState error={error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <div className={styles.bar}>
        <Segments
          label={text('documentsWork.trigger.view')}
          options={views.map((one) => ({ ...one, label: text(`documentsWork.trigger.as.${one.key}`) }))}
          value={view}
          onChange={setView}
        />
        <ul className={styles.legend} aria-label={text('documentsWork.trigger.legend')}>
          {patternFields.map((field) => (
            <li key={field} data-field={field}>
              {text(`documentsWork.example.field.${field}`)}
            </li>
          ))}
        </ul>
      </div>
      {read?.isCut && <MessageBar meaning="warn">{text('documentsWork.trigger.cut')}</MessageBar>}
      {read && read.text.trim() === '' && (
        <MessageBar meaning="warn">{text('documentsWork.trigger.noText')}</MessageBar>
      )}
      {read === undefined && <div className={styles.opening} aria-busy />}
      {read && view === 'text' && (
        <DocumentText text={read.text} marks={marks} example={example} mayWrite={mayWrite} />
      )}
      {read && document && view === 'page' && (
        <DocumentPageView
          document={document}
          read={read}
          answers={answers}
          example={example}
          mayWrite={mayWrite}
        />
      )}
    </>
  );
}
