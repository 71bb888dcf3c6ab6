import { lazy, Suspense } from 'react';
import type { ResourceDefinition } from '#contract/resource.ts';
import type { ListToolsProps } from '../saved-views/list-tools.tsx';

const Tools = lazy(async () => ({
  // Which rows they are is nothing to it: it only shows and hides columns.
  default: (await import('../saved-views/list-tools.tsx')).ListTools<ResourceDefinition, never>,
}));

/** What every list has on the right, fetched when a list shows it; for lists of other areas. */
export function ListTools<const R extends ResourceDefinition, T>(props: ListToolsProps<R, T>) {
  return (
    <Suspense>
      <Tools {...props} />
    </Suspense>
  );
}
