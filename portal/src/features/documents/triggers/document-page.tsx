import { useMemo, useState } from 'react';
import type { PatternField, TriggerText } from '#contract/documents/triggers.ts';
import { useText } from '#portal/kit/text.ts';
import { DocumentViewer, type PageMark, type WordClick } from '../pages/document-viewer.tsx';
import { managementPages } from '../pages/pages-source.ts';
import type { DocumentRecord } from '../unknown-documents/document.ts';
import { fieldMeaning } from './field-looks.ts';
import { SelectionBubble } from './selection-bubble.tsx';
import type { Example, LiveAnswers } from './use-trigger-work.ts';
import styles from './triggers.module.css';

interface DocumentPageViewProps {
  readonly document: DocumentRecord;
  readonly read: TriggerText;
  readonly answers: LiveAnswers;
  readonly example: Example;
  readonly mayWrite: boolean;
}

/** The matches on the page; a click on a word selects it as an example, with Shift a range of words. */
export function DocumentPageView({ document, read, answers, example, mayWrite }: DocumentPageViewProps) {
  const text = useText();
  const [focused, setFocused] = useState<string>();
  const { selection, select } = example;
  const marks = useMemo(
    () =>
      fields.flatMap((field): PageMark[] =>
        (answers[field]?.matches ?? []).flatMap(({ boxes, raw, start }) =>
          boxes.map(({ page, box }, index) => ({
            id: `${field} ${start} ${index}`,
            page,
            box,
            label: `${text(`documentsWork.trigger.${field}`)}: ${raw}`,
            kind: 'mark',
            meaning: fieldMeaning[field],
          })),
        ),
      ),
    [answers, text],
  );
  const chosenWords = selection
    ? read.words.filter(({ start, end }) => start < selection.end && end > selection.start)
    : [];
  const page = chosenWords[0]?.page;

  function onWord({ page: clickedPage, words, index, isExtending }: WordClick) {
    const box = words[index]?.box;
    const word = read.words.find(
      (known) => known.page === clickedPage && box !== undefined && isNear(known.box, box),
    );
    if (word === undefined) return;
    if (!isExtending || selection === undefined) return select({ start: word.start, end: word.end });
    select({ start: Math.min(selection.start, word.start), end: Math.max(selection.end, word.end) });
  }
  function more() {
    const next = selection && read.words.find(({ start }) => start >= selection.end);
    if (selection && next) select({ start: selection.start, end: next.end });
  }

  return (
    <div className={styles.pageBox}>
      <DocumentViewer
        source={managementPages}
        documentId={document.id}
        pages={document.pages}
        marks={marks}
        focused={focused}
        onFocus={setFocused}
        onWord={mayWrite ? onWord : undefined}
        chosen={page === undefined ? undefined : { page, boxes: chosenWords.map(({ box }) => box) }}
      />
      {selection && mayWrite && (
        <SelectionBubble
          example={example}
          raw={read.text.slice(selection.start, selection.end)}
          onMore={more}
        />
      )}
    </div>
  );
}

const fields: readonly PatternField[] = [
  'keywords',
  'factuurnummer',
  'factuurdatum',
  'totaalbedrag',
  'creditmodifier',
];

type Box = readonly number[];
const isNear = (a: Box, b: Box) => a.every((side, index) => Math.abs(side - (b[index] ?? 0)) < 0.002);
