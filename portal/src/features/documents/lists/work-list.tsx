import type { ResourceDefinition } from '#contract/resource.ts';
import { ListTools } from '#portal/features/core/index.ts';
import { PlainList, type PlainListProps } from '#portal/kit/list/plain-list.tsx';
import type { ScreenName } from '#portal/kit/screens.tsx';

interface WorkListProps<R extends { readonly id: string }> extends Omit<
  PlainListProps<R>,
  'screen' | 'renderTools'
> {
  /** Its views are kept by this name. */
  readonly screen: ScreenName;
  /** Its choice of columns is kept by this name; else by the screen's. */
  readonly columnsOf?: string;
  readonly resource: ResourceDefinition;
  /** Translated: the list without a view. */
  readonly everything: string;
}

/** A plain list of this area, with the views, columns and download that every list has. */
export function WorkList<R extends { readonly id: string }>({
  screen,
  columnsOf,
  resource,
  everything,
  ...frame
}: WorkListProps<R>) {
  return (
    <PlainList
      {...frame}
      screen={columnsOf ?? screen}
      renderTools={(choice) => (
        <ListTools
          screen={screen}
          resource={resource}
          parents={{}}
          query={frame.list.query}
          choice={choice}
          everything={everything}
        />
      )}
    />
  );
}
