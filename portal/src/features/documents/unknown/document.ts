import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import {
  batchResult,
  documentRecord,
  type documentWrite,
  nextAnswer,
  pageWorkResult,
  unknownDocuments,
  unprocessableCommand,
  unprocessableDocuments,
} from '#contract/documents/unknown-documents.ts';
import type { Row } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { invalidateResource, resourceHooks, useKeyStart } from '#portal/kit/data/resource-hooks.ts';

export type UnknownRow = Row<typeof unknownDocuments>;
export type DocumentRecord = z.output<typeof documentRecord>;
export type DocumentWrite = z.input<typeof documentWrite>;

export const unknownHooks = resourceHooks(unknownDocuments);
export const unprocessableHooks = resourceHooks(unprocessableDocuments);

/** All of these share one start, so that a change marks lists and records as old together. */
const path = 'fmmanagement/documenten';
const base = `/api/${path}`;
/** The address of a document and its verbs. */
export const documentUrl = (id: string) => `${base}/${encodeURIComponent(id)}`;

const one = z.object({ result: documentRecord });
const batch = z.object({ result: batchResult });
const pages = z.object({ result: pageWorkResult });

/** One document with its pages and what was read, in whatever state. */
export function useDocument(id: string | undefined) {
  const http = useHttp();
  return useQuery({
    queryKey: [...useKeyStart(), path, 'record', id],
    queryFn: async ({ signal }) => (await http.call(documentUrl(id ?? ''), one, { signal })).result,
    enabled: id !== undefined,
  });
}

/** Work on the pages of a document; each reads it again. */
export type PageWork =
  | {
      readonly verb: 'split';
      readonly body: { readonly before: readonly number[]; readonly rowVersion?: number };
    }
  | {
      readonly verb: 'rotate';
      readonly body: {
        readonly pages: readonly number[];
        readonly degrees: 90 | 180 | 270;
        readonly rowVersion?: number;
      };
    }
  | {
      readonly verb: 'remove-pages';
      readonly body: { readonly pages: readonly number[]; readonly rowVersion?: number };
    }
  | { readonly verb: 'restore-source'; readonly body: { readonly rowVersion?: number } };

/** The verbs on unknown documents; they throw what the data layer throws. */
export function useDocumentVerbs() {
  const http = useHttp();
  const client = useQueryClient();
  const [user, language] = useKeyStart();
  return useMemo(() => {
    const refresh = () => invalidateResource(client, path);
    async function bulk(url: string, body: unknown) {
      const { result } = await http.call(url, batch, { method: 'POST', body });
      void refresh();
      return result;
    }
    return {
      refresh,
      async save(id: string, body: DocumentWrite) {
        const { result } = await http.call(documentUrl(id), one, { method: 'PUT', body: { ...body, id } });
        client.setQueryData([user, language, path, 'record', id], result);
        void refresh();
        return result;
      },
      setAside: (ids: readonly string[]) => bulk(`${base}/onverwerkbaar`, { ids }),
      setShortAside: () => bulk(`${base}/${unprocessableCommand}`, {}),
      async undoBatch(batchId: string) {
        await http.send(`${base}/batches/${encodeURIComponent(batchId)}/undo`, { method: 'POST', body: {} });
        await refresh();
      },
      async restore(id: string) {
        await http.send(`${documentUrl(id)}/herstel`, { method: 'POST', body: {} });
        await refresh();
      },
      async next(id: string, search: string) {
        return (await http.call(`${documentUrl(id)}/next${search}`, nextAnswer)).result;
      },
      async merge(ids: readonly string[]) {
        const { result } = await http.call(`${base}/merge`, pages, { method: 'POST', body: { ids } });
        void refresh();
        return result;
      },
      async work(id: string, { verb, body }: PageWork) {
        const { result } = await http.call(`${documentUrl(id)}/${verb}`, pages, { method: 'POST', body });
        void refresh();
        return result;
      },
      async remove(id: string) {
        await http.send(documentUrl(id), { method: 'DELETE' });
        void refresh();
      },
    };
  }, [http, client, user, language]);
}
