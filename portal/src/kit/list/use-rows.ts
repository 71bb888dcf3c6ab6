import type { Parents, ResourceDefinition } from '#contract/resource.ts';
import { resourceHooks } from '../data/resource-hooks.ts';
import { useListState, type ListStateOptions } from './use-list-state.ts';

/**
 * The state of a resource's list, and the page of rows that it asks for: spread it into a list.
 *
 * @example
 * const rows = useRows(modules, {});
 * <ResourceList {...rows} columns={columns} texts="core.modules" />
 */
export function useRows<const R extends ResourceDefinition>(
  resource: R,
  parents: Parents<R>,
  options?: ListStateOptions,
) {
  const { useList } = resourceHooks(resource);
  const list = useListState(resource, options);
  // oxlint-disable-next-line react/hooks -- a list is about one resource for as long as it lives
  const page = useList(list.query, parents);
  return { resource, parents, list, page };
}
