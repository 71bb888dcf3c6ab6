import type { ComponentProps } from 'react';
import { ColumnChooser } from '#portal/kit/list/column-chooser.tsx';
import { RowsExport } from '#portal/kit/list/rows-export.tsx';
import type { ColumnChoice } from '#portal/kit/list/use-columns.ts';
import type { ScreenName } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { SavedViews } from './saved-views.tsx';

interface TabToolsProps<R> extends Pick<
  ComponentProps<typeof RowsExport<R>>,
  'title' | 'rows' | 'wordsOf' | 'kinds'
> {
  /** Its views and its choice of columns are stored under this name. */
  readonly screen: ScreenName;
  readonly choice: ColumnChoice<R>;
}

/** The tools of a list whose rows the screen has all of: views, columns, and a file in the words on screen. */
export function TabTools<R>({ screen, choice, ...file }: TabToolsProps<R>) {
  const text = useText();
  return (
    <>
      <SavedViews screen={screen} everything={text('core.views.all')} />
      <ColumnChooser choice={choice} />
      <RowsExport {...file} columns={choice.all} />
    </>
  );
}
