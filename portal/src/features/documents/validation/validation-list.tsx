import { Button } from '@mantine/core';
import { IconFilter, IconPlayerPlay, IconScanEye } from '@tabler/icons-react';
import { useMemo } from 'react';
import { unvalidated } from '#contract/documents/validation.ts';
import { ListTools } from '#portal/features/core/index.ts';
import { SplitView } from '#portal/kit/layout/split-view.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { localPage } from '#portal/kit/list/local-page.ts';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import type { ListState } from '#portal/kit/list/use-list-state.ts';
import { useOpenRow, useOpenRowList } from '#portal/kit/list/use-open-row.ts';
import { useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useIsSmall } from '#portal/kit/use-width.ts';
import { useStore } from '#portal/kit/store.ts';
import { itemHooks, maxItems, type ItemRow } from './item.ts';
import { lastVerdict } from './last-verdict.ts';
import { ItemWork } from './item-work.tsx';
import { itemColumns, ValidationTable } from './validation-table.tsx';
import { useItemWork } from './use-item-work.ts';
import { useLeftItem } from './use-left-item.ts';
import { VerdictBar } from './verdict-bar.tsx';
import { ItemPages } from './item-pages.tsx';
import styles from './validation.module.css';

/** What recognition read, document by document: staff judge whether it is right (product 2.2). */
export function ValidationList() {
  const text = useText();
  const isSmall = useIsSmall();
  const list = useOpenRowList(unvalidated);
  const page = itemHooks.useList({ top: maxItems, orderBy: list.query.orderBy }, {});
  const count = page.data?.metadata.count;
  const rows = useMemo(() => matching(page.data?.result ?? [], list), [page.data, list]);
  const opened = useOpenRow(list, rows);
  const work = useItemWork({ ...opened, documentId: opened.row?.documentId ?? '' });
  useLeftItem(work, opened, page.isSuccess && !page.isPlaceholderData);
  const isOpen = opened.row !== undefined;
  const hasLast = useStore(lastVerdict) !== undefined;
  const choice = useColumns('invoicerecognitiondata:index', itemColumns);

  return (
    <ListPage
      title={`${text('documentsWork.recognition.count')} (${count ?? '…'})`}
      search={<SearchBox list={list} label="documentsWork.recognition.search" />}
      actions={
        <>
          <LowestFirst list={list} />
          <ListTools
            screen="invoicerecognitiondata:index"
            resource={unvalidated}
            parents={{}}
            query={list.query}
            choice={choice}
            everything={text('documentsWork.recognition.all')}
          />
        </>
      }
    >
      {page.data?.result.length === 0 ? (
        <>
          <EmptyState
            kind="done"
            title={text('documentsWork.recognition.none')}
            hint={text('documentsWork.recognition.noneHint')}
          />
          {hasLast && <VerdictBar work={work} />}
        </>
      ) : (
        <div className={styles.split} data-open={isOpen || undefined}>
          <SplitView
            side={
              isOpen ? (
                <ItemPages work={work} next={opened.next} />
              ) : (
                !isSmall && <NothingOpen first={rows[0]} onOpen={opened.open} />
              )
            }
          >
            <ValidationTable list={list} page={page} rows={rows} opened={opened} columns={choice.shown}>
              <ItemWork work={work} />
            </ValidationTable>
            {(isOpen || hasLast) && <VerdictBar work={work} />}
          </SplitView>
        </div>
      )}
    </ListPage>
  );
}

/** All rows are loaded (product 2.9: at most 250): the search filters them here, the server sorts. */
function matching(rows: readonly ItemRow[], list: ListState): readonly ItemRow[] {
  const all = { search: list.search, sort: undefined, page: 1, size: maxItems };
  const wordsOf = ({
    documentId,
    customerId,
    companyName,
    administrationName,
    filename,
    properties,
  }: ItemRow) => ({
    text: [
      documentId,
      customerId,
      companyName,
      administrationName,
      filename,
      ...properties.map(({ value }) => value),
    ].join('\n'),
  });
  return localPage(rows, all, wordsOf).result;
}

function LowestFirst({ list }: { readonly list: ListState }) {
  const text = useText();
  const [, change] = useUrlState();
  const isOn = list.sort?.field === 'confidence' && list.sort.direction === 'asc';
  return (
    <Button
      variant={isOn ? 'light' : 'subtle'}
      aria-pressed={isOn}
      leftSection={<IconFilter size={16} stroke={1.75} aria-hidden />}
      onClick={() => change({ sort: isOn ? undefined : 'confidence', page: undefined })}
    >
      {text('documentsWork.recognition.lowestFirst')}
    </Button>
  );
}

interface NothingOpenProps {
  readonly first: ItemRow | undefined;
  readonly onOpen: (id: string) => void;
}

function NothingOpen({ first, onOpen }: NothingOpenProps) {
  const text = useText();
  if (first === undefined) return null;
  return (
    <div className={styles.nothing}>
      <EmptyState
        kind="first"
        icon={IconScanEye}
        title={text('documentsWork.recognition.choose')}
        hint={text('documentsWork.recognition.chooseHint')}
        action={
          <Button
            variant="filled"
            leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
            onClick={() => onOpen(first.id)}
          >
            {text('documentsWork.recognition.begin')}
          </Button>
        }
      />
    </div>
  );
}
