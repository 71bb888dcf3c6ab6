import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { SplitView } from '#portal/kit/layout/split-view.tsx';
import { findOpenRow } from '#portal/kit/list/use-open-row.ts';
import { useGo, useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { itemHooks, maxItems } from './item.ts';
import { ItemPages } from './item-pages.tsx';
import { ItemWork } from './item-work.tsx';
import { useItemWork } from './use-item-work.ts';
import { VerdictBar } from './verdict-bar.tsx';
import styles from './validation.module.css';

/** One document to validate, on a page of its own. */
export function ValidationDetail() {
  const text = useText();
  const pathTo = usePathTo();
  const go = useGo();
  const id = useParam('documentId');
  const list = itemHooks.useList({ top: maxItems, orderBy: 'documentId asc' }, {});
  const place = findOpenRow(list.data?.result ?? [], { id, lastIndex: 0 }, { page: 1, size: maxItems });
  const open = (to: string | undefined) =>
    to === undefined
      ? go('invoicerecognitiondata:index')
      : go('invoicerecognitiondata:detail', { documentId: to }, { replace: true });
  const work = useItemWork({ id, documentId: '', next: place.next, previous: place.previous, open });
  return (
    <DetailPage
      back={{ href: pathTo('invoicerecognitiondata:index'), label: text('documentsWork.recognition.title') }}
      title={work.item?.administrationName ?? ''}
      number={work.item?.documentId}
    >
      <div className={styles.split} data-open>
        <SplitView side={<ItemPages work={work} next={place.next} />}>
          <ItemWork work={work} />
          <VerdictBar work={work} />
        </SplitView>
      </div>
    </DetailPage>
  );
}
