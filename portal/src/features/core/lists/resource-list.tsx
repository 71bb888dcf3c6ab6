import type { Parents, ResourceDefinition } from '#contract/resource.ts';
import type { ListQuery } from '#portal/kit/data/list-query.ts';
import { ListFrame, type ListFrameProps } from '#portal/kit/list/list-frame.tsx';
import { indexOf, type ScreenName } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { ListTools } from './lazy-list-tools.tsx';

interface ListProps<T extends { readonly id: string }> extends Omit<
  ListFrameProps<T>,
  'screen' | 'renderTools'
> {
  readonly resource: ResourceDefinition;
  /** What stands in the braces of its path. */
  readonly parents?: Readonly<Record<string, string>>;
  /** Its views are stored under this name; the resource's index when absent. */
  readonly screen?: ScreenName;
  /** Its choice of columns is stored under this name; the screen's when absent. */
  readonly columnsOf?: string;
  /** What is downloaded, when it is not what the list asks for. */
  readonly query?: ListQuery;
  /** Text key: the list without a view. */
  readonly everything?: string;
  /** Off where the server gives no file of this list. */
  readonly hasExport?: boolean;
}

type ParentsOf<R extends ResourceDefinition> =
  Record<never, string> extends Parents<R> ? unknown : { readonly parents: Parents<R> };

/**
 * The list of a resource, as a page or in a tab, with its views, columns and download.
 *
 * @example
 * const list = useListState(modules);
 * const page = useList(list.query, {});
 * <ResourceList resource={modules} texts="core.modules" list={list} page={page} columns={columns} create={{ href }} />
 * <ResourceList place="tab" resource={contactPersons} parents={{ customerRelationId }} … />
 */
export function ResourceList<const R extends ResourceDefinition, T extends { readonly id: string }>(
  props: ListProps<T> & { readonly resource: R } & ParentsOf<R>,
) {
  return <List {...props} />;
}

function List<T extends { readonly id: string }>({
  resource,
  parents = {},
  screen = indexOf(resource),
  columnsOf = screen,
  query,
  everything = 'core.views.all',
  hasExport = true,
  ...frame
}: ListProps<T>) {
  const text = useText();
  return (
    <ListFrame
      {...frame}
      screen={columnsOf}
      renderTools={(choice) => (
        <ListTools
          screen={screen}
          resource={resource}
          parents={parents}
          query={query ?? frame.list.query}
          choice={choice}
          everything={text(everything)}
          hasExport={hasExport}
        />
      )}
    />
  );
}
