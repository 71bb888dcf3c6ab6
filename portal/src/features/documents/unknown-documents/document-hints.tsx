import { IconMessageQuestion, IconPencil } from '@tabler/icons-react';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import type { DocumentRecord } from './document.ts';
import { AddresseeBar, SplitBar } from './split-bar.tsx';

interface DocumentHintsProps {
  readonly document: DocumentRecord;
  readonly stored: DocumentRecord;
  readonly onSplit: (() => void) | undefined;
}

/** Why the document is here, and what to look at. */
export function DocumentHints({ document, stored, onSplit }: DocumentHintsProps) {
  const text = useText();
  const { reason, IsEdited, state } = document;
  const { question } = stored;
  const isBeingRead = state === 'Nieuw' || state === 'Bezig';
  return (
    <>
      {stored.rowVersion > document.rowVersion && (
        <MessageBar meaning="hold" isAlert title={text('documentsWork.document.changed')}>
          {text('documentsWork.document.changedHint', { state: text(`documentsWork.state.${stored.state}`) })}
        </MessageBar>
      )}
      <MessageBar meaning={state === 'Onbekend' ? 'warn' : 'info'}>
        {reason ||
          text(isBeingRead ? 'documentsWork.document.beingRead' : 'documentsWork.document.noMessage')}
      </MessageBar>
      {question && (
        <MessageBar
          meaning="info"
          icon={IconMessageQuestion}
          title={text('documentsWork.question.asked', { name: question.by })}
        >
          {question.text}
        </MessageBar>
      )}
      {IsEdited && (
        <MessageBar meaning="info" icon={IconPencil}>
          {text('documentsWork.document.editedHint')}
        </MessageBar>
      )}
      <SplitBar document={document} onLook={onSplit} />
      <AddresseeBar name={document.addressedTo} />
    </>
  );
}
