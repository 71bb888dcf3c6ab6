import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { pageWords } from '#contract/documents/properties.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { thumbnailWidth, useLoadPicture } from '#portal/kit/data/use-load-picture.ts';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import type { PagesSource } from './pages-source.ts';

const answer = z.object({ result: pageWords });
/** The object URL of a page's thumbnail; undefined until it is loaded. */
export function useThumbnail(source: PagesSource, filename: string): string | undefined {
  const load = useLoadPicture(source.images);
  const [shown, setShown] = useState<{ readonly filename: string; readonly url: string }>();
  useEffect(() => {
    let url: string | undefined;
    let isWanted = true;
    async function show() {
      const picture = await load(filename, thumbnailWidth);
      if (!isWanted) return;
      url = URL.createObjectURL(picture);
      setShown({ filename, url });
    }
    // Without its thumbnail a page still has its number.
    show().catch(() => undefined);
    return () => {
      isWanted = false;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [load, filename]);
  return shown?.filename === filename ? shown.url : undefined;
}

/** The words of one page, to be clicked; `picture` tells a rotated page from the original. */
export function usePageWords(
  { documents }: PagesSource,
  documentId: string,
  page: { readonly number: number; readonly picture: string } | undefined,
) {
  const http = useHttp();
  return useQuery({
    queryKey: [...useKeyStart(), documents, 'words', documentId, page?.number, page?.picture],
    queryFn: async ({ signal }) => {
      const url = `/api/${documents}/${encodeURIComponent(documentId)}/pages/${page?.number ?? 1}`;
      return (await http.call(url, answer, { signal })).result;
    },
    enabled: page !== undefined && documentId !== '',
    staleTime: Infinity,
  });
}
