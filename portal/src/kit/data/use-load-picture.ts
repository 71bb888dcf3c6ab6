import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useHttp } from './data-provider.tsx';
import { useKeyStart } from './resource-hooks.ts';

/** A picture is named by its content, so it is never stale; unused it is dropped after this many milliseconds. */
const unusedMs = 120_000;
/** The one other width that the server has of a page, in pixels, for lists of pages. */
export const thumbnailWidth = 148;

/**
 * Fetches pictures by their name with the person's token; the same one is fetched once. `path` is where they are,
 * below `/api/`; `width` asks for the small one.
 */
export function useLoadPicture(path: string): (filename: string, width?: number) => Promise<Blob> {
  const http = useHttp();
  const client = useQueryClient();
  const [user] = useKeyStart();
  return useCallback(
    (filename, width) =>
      client.fetchQuery({
        queryKey: [user, '', path, filename, width],
        queryFn: async ({ signal }) => {
          const size = width === undefined ? {} : { width: String(width) };
          const url = `/api/${path}?${new URLSearchParams({ filename, ...size })}`;
          return (await http.open(url, { signal })).blob();
        },
        staleTime: Infinity,
        gcTime: unusedMs,
      }),
    [http, client, user, path],
  );
}
