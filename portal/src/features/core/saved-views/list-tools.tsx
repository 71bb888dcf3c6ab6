import type { Parents, ResourceDefinition } from '#contract/resource.ts';
import type { ListQuery } from '#portal/kit/data/list-query.ts';
import { ColumnChooser } from '#portal/kit/list/column-chooser.tsx';
import { ExportButton } from '#portal/kit/list/export-button.tsx';
import type { ColumnChoice } from '#portal/kit/list/use-columns.ts';
import type { ScreenName } from '#portal/kit/screens.tsx';
import { SavedViews } from './saved-views.tsx';

/** What the tools of a list need to know of it. */
export interface ListToolsProps<R extends ResourceDefinition, T> {
  readonly screen: ScreenName;
  readonly resource: R;
  readonly parents: Parents<R>;
  readonly query: ListQuery;
  readonly choice: ColumnChoice<T>;
  /** What the list is called without a view, translated: 'Alle bedrijven'. */
  readonly everything: string;
  /** Off where the server gives no file of this list. */
  readonly hasExport?: boolean;
}

/** What every list has on the right: its views, its columns and its export. */
export function ListTools<const R extends ResourceDefinition, T>(props: ListToolsProps<R, T>) {
  const { screen, resource, parents, query, choice, everything, hasExport = true } = props;
  return (
    <>
      <SavedViews screen={screen} everything={everything} />
      <ColumnChooser choice={choice} />
      {hasExport && <ExportButton resource={resource} parents={parents} query={query} />}
    </>
  );
}
