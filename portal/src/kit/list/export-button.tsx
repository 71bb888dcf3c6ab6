import { collectionUrl, type Parents, type ResourceDefinition } from '#contract/resource.ts';
import { useHttp } from '../data/data-provider.tsx';
import { download } from '../data/download.ts';
import { toQueryString, type ListQuery } from '../data/list-query.ts';
import { ExportMenu } from './export-menu.tsx';

interface ExportButtonProps<R extends ResourceDefinition> {
  readonly resource: R;
  readonly parents: Parents<R>;
  /** The query of the list: the file has all matches, in the same order. */
  readonly query: ListQuery;
}

/** Downloads the complete list, as it is filtered and sorted now, as CSV or XLSX. */
export function ExportButton<const R extends ResourceDefinition>({
  resource,
  parents,
  query,
}: ExportButtonProps<R>) {
  const http = useHttp();
  return (
    <ExportMenu
      save={async (format) => {
        const { top: _top, skip: _skip, extra, ...rest } = query;
        const search = toQueryString({ ...rest, count: false, extra: { ...extra, format } });
        await download(http, `${collectionUrl(resource, parents)}/export${search}`, `export.${format}`);
      }}
    />
  );
}
