import type { TablerIcon } from '@tabler/icons-react';
import type { Column } from '#portal/kit/list/column.tsx';
import { ListFrame } from '#portal/kit/list/list-frame.tsx';
import { localPage } from '#portal/kit/list/local-page.ts';
import type { Words } from '#portal/kit/list/rows-export.tsx';
import { loadedRows, type RowsState } from '#portal/kit/list/table-types.ts';
import type { ListState } from '#portal/kit/list/use-list-state.ts';
import type { ScreenName } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { TabTools } from '../saved-views/tab-tools.tsx';

interface LocalListProps<R extends { readonly id: string }> {
  /** Its views and its choice of columns are stored under this name. */
  readonly screen: ScreenName;
  readonly list: ListState;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[] | undefined;
  /** How the rows arrive, where they are not there from the start. */
  readonly state?: Omit<RowsState<R>, 'data'>;
  /** The words of a row, by which it is searched, sorted and exported. */
  readonly wordsOf: (row: R) => Words;
  /** Text keys, as a `ListFrame` takes them. */
  readonly texts: string;
  readonly title: string;
  readonly search?: string;
  readonly href?: ((row: R) => string) | undefined;
  readonly empty?: { readonly icon?: TablerIcon; readonly title?: string; readonly hint?: string };
}

/** A list in a tab whose rows the screen has all of, with views, columns and a file. */
export function LocalList<R extends { readonly id: string }>(props: LocalListProps<R>) {
  const { rows, state = loadedRows<R>([]), wordsOf, ...frame } = props;
  const text = useText();
  const page = rows && localPage(rows, frame.list, wordsOf);
  return (
    <ListFrame
      {...frame}
      place="tab"
      page={{ ...state, data: page, isPlaceholderData: false }}
      renderTools={(choice) => (
        <TabTools
          screen={frame.screen}
          choice={choice}
          title={text(frame.title)}
          rows={() => page?.matches ?? []}
          wordsOf={wordsOf}
        />
      )}
    />
  );
}
