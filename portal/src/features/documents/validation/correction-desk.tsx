import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { SplitView } from '#portal/kit/layout/split-view.tsx';
import { useText } from '#portal/kit/text.ts';
import { LockBar } from '../locks/lock-bar.tsx';
import { isProperty } from '../values/is-property.ts';
import { ValuesTable } from '../values/values-table.tsx';
import { ItemPages } from './item-pages.tsx';
import { LinesTable } from './lines-table.tsx';
import { useItemWork, type ItemState } from './use-item-work.ts';
import styles from './validation.module.css';

export interface CorrectionDeskProps {
  /** The document's own id. */
  readonly documentId: string;
  /** What is corrected first: a property, or `line 3`; nothing when empty. */
  readonly at: string;
  readonly height: string;
  readonly onClose: () => void;
}

/** The values and lines of a document, corrected by a word of its page or by typing; nothing is judged here. */
export function CorrectionDesk({ documentId, at, height, onClose }: CorrectionDeskProps) {
  const work = useItemWork({
    id: documentId,
    documentId: '',
    next: undefined,
    previous: undefined,
    open: () => undefined,
    isJudging: false,
  });
  useStart(work, at);
  const { values, lines } = work;
  const isEditing = values.editing !== undefined || values.picked !== undefined || lines.draft !== undefined;
  useKeys([!isEditing && { keys: 'Escape', run: onClose }]);
  return (
    <SplitView height={height} side={<ItemPages work={work} next={undefined} />}>
      <Corrections work={work} onClose={onClose} />
    </SplitView>
  );
}

/** Opens what the person came for, as soon as it is there. */
function useStart({ item, values, lines }: ItemState, at: string): void {
  const start = useEffectEvent(() => {
    if (isProperty(at)) values.edit(at);
    else if (at !== '') lines.edit(at);
  });
  const isLoaded = item !== undefined;
  useEffect(() => {
    if (isLoaded) start();
  }, [isLoaded]);
}

function Corrections({ work, onClose }: { readonly work: ItemState; readonly onClose: () => void }) {
  const text = useText();
  const { item, error, retry, properties, values, lines, review, lock, mayJudge } = work;
  if (error !== null) return <ErrorState error={error} onRetry={retry} />;
  if (item === undefined) return <div className={styles.opening} aria-busy />;
  return (
    <section className={styles.item} aria-label={text('documentsWork.desk.title')}>
      <header className={styles.deskHead}>
        <h2>{text('documentsWork.desk.title')}</h2>
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
          onClick={onClose}
        >
          {text('documentsWork.desk.back')}
        </Button>
        <p className="balie-empty">
          {text(item.pages.length > 0 ? 'documentsWork.desk.hint' : 'documentsWork.desk.hintTyped')}
        </p>
      </header>
      <div className={styles.hints}>
        <LockBar lock={lock} />
      </div>
      <ValuesTable
        properties={properties}
        vatRates={item.vatRates}
        work={values}
        mayCorrect={mayJudge}
        hasPages={item.pages.length > 0}
        onChoose={work.choose}
      />
      <LinesTable item={item} work={lines} review={review} />
    </section>
  );
}
