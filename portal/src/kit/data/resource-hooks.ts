import {
  hashKey,
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import {
  collectionUrl,
  type CreateInput,
  type Draft,
  type Parents,
  type Rec,
  type ResourceDefinition,
  type Row,
  type UpdateInput,
} from '#contract/resource.ts';
import { useHttp } from './data-provider.tsx';
import { fetchPage } from './fetch-rows.ts';
import type { Http } from './http.ts';
import { toQueryString, type ListQuery } from './list-query.ts';
import { useSessionState } from './session.tsx';

/** A page of rows, with the count of all matches when it was asked for. */
export interface Page<T> {
  readonly result: readonly T[];
  readonly metadata: { readonly count?: number | undefined };
}

/** The page without a row that is known to have left it. */
export function withoutRow<T extends { readonly id: string }>(page: Page<T>, id: string): Page<T> {
  const result = page.result.filter((row) => row.id !== id);
  const { count } = page.metadata;
  if (count === undefined || result.length === page.result.length) return { ...page, result };
  return { result, metadata: { count: count - 1 } };
}

interface ReadOptions {
  /** Off while something it needs is not known yet. */
  readonly enabled?: boolean;
}

const oneEnvelope = z.object({ result: z.unknown() });

/** What a form has of the fields that a schema names. */
function fieldsOf(schema: z.ZodObject | undefined, values: object): Record<string, unknown> {
  const names = new Set(Object.keys(schema?.shape ?? {}));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

/** The start of every key: answers belong to a person and a language, never to two. */
export type KeyStart = readonly [user: string, language: string];

/** What a query needs that runs before its screen is drawn. */
export interface Asking {
  readonly http: Http;
  readonly queryClient: QueryClient;
  readonly start: KeyStart;
  /** The person's permissions. */
  readonly held: readonly string[];
}

/** The start of every key, of who is signed in and the language in use. */
export function useKeyStart(): KeyStart {
  const { i18n } = useTranslation();
  return [useSessionState().user.id, i18n.language];
}

// Ids that were deleted here. Their screen may be open for a moment longer, and the event of the change arrives before
// the answer: refetching them would only give a 404. Opening one again asks, since it may have been restored.
const deleted = new WeakMap<QueryClient, Set<string>>();

function deletedIds(client: QueryClient): Set<string> {
  const known = deleted.get(client) ?? new Set();
  deleted.set(client, known);
  return known;
}

/**
 * Marks all answers of a resource, and of what lies below it, as old: `fmmodule/invoices`, any person's. `except`
 * is the key of an answer that is known to be new.
 */
export function invalidateResource(client: QueryClient, path: string, except?: QueryKey): Promise<void> {
  const exceptHash = except && hashKey(except);
  const removed = [...deletedIds(client)].map((id) => JSON.stringify(id));
  return client.invalidateQueries({
    predicate: ({ queryKey: [, , of], queryHash }) =>
      typeof of === 'string' &&
      (of === path || of.startsWith(`${path}/`)) &&
      queryHash !== exceptHash &&
      !removed.some((id) => queryHash.includes(id)),
  });
}

/** Marks all answers of a resource as old, after something below it changed. */
export function useInvalidate({ path }: Pick<ResourceDefinition, 'path'>): () => void {
  const client = useQueryClient();
  return useCallback(() => void invalidateResource(client, path), [client, path]);
}

/**
 * The five plain verbs of a resource as hooks. Answers are parsed by the contract; a change marks the resource's
 * lists as old. Verbs of a domain (approve, send) are hooks of their own slice, over `useHttp`.
 *
 * @example
 * const { useList, useUpdate } = resourceHooks(companies);
 * const page = useList(list.query, {});
 * const update = useUpdate({});
 * await update.mutateAsync({ id, body });
 */
export function resourceHooks<const R extends ResourceDefinition>(resource: R) {
  type Record = Rec<R>;

  /** A page of rows; the old rows stay while the next ones come (`isPlaceholderData`). */
  function useList(query: ListQuery, parents: Parents<R>, { enabled = true }: ReadOptions = {}) {
    const options = listOptions(useHttp(), useKeyStart(), query, parents);
    return useQuery({ ...options, placeholderData: keepPreviousData, enabled });
  }

  /** Fetches a page before its screen is drawn, which then draws once, with its rows. Never throws. */
  function askList(
    { http, queryClient, start }: Asking,
    query: ListQuery,
    parents: Parents<R>,
  ): Promise<void> {
    return queryClient.prefetchQuery(listOptions(http, start, query, parents));
  }

  function listOptions(http: Http, start: KeyStart, query: ListQuery, parents: Parents<R>) {
    return {
      queryKey: [...start, resource.path, 'list', parents, toQueryString(query)],
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<Page<Row<R>>> =>
        fetchPage(http, resource, parents, query, signal),
    };
  }

  /** One record. */
  function useOne(id: string, parents: Parents<R>, { enabled = true }: ReadOptions = {}) {
    const http = useHttp();
    const client = useQueryClient();
    return useQuery({
      queryKey: [...useKeyStart(), resource.path, 'one', parents, id],
      queryFn: async ({ signal }): Promise<Record> => {
        const answer = await http.call(oneUrl(parents, id), oneEnvelope, { signal });
        deletedIds(client).delete(id);
        return z.parse<R['record']>(resource.record, answer.result);
      },
      enabled,
    });
  }

  /**
   * Creates, from a body that may be unfinished (`Draft`) and have more fields than are sent. The same body sent again
   * after a failure carries the same idempotency key, so that it is created once (§B6).
   */
  function useCreate(parents: Parents<R>) {
    const http = useHttp();
    const cacheRecord = useCacheRecord(parents);
    const tried = useRef({ body: '', key: '' });
    return useMutation({
      mutationFn: async (values: Draft<CreateInput<R>>): Promise<Record> => {
        const body = fieldsOf(resource.create, values);
        const text = JSON.stringify(body);
        if (tried.current.body !== text) tried.current = { body: text, key: crypto.randomUUID() };
        const answer = await http.call(collectionUrl(resource, parents), oneEnvelope, {
          method: 'POST',
          body,
          idempotencyKey: tried.current.key,
        });
        tried.current = { body: '', key: '' };
        return z.parse<R['record']>(resource.record, answer.result);
      },
      onSuccess: (record) => cacheRecord(record),
    });
  }

  /**
   * Saves the complete body, which may be unfinished (`Draft`) and have more fields than are sent; a stale `rowVersion`
   * fails with a `stale` problem (§B5).
   */
  function useUpdate(parents: Parents<R>) {
    const http = useHttp();
    const cacheRecord = useCacheRecord(parents);
    return useMutation({
      mutationFn: async ({ id, body }: { id: string; body: Draft<UpdateInput<R>> }): Promise<Record> => {
        const sent = { ...fieldsOf(resource.update, body), id };
        const answer = await http.call(oneUrl(parents, id), oneEnvelope, { method: 'PUT', body: sent });
        return z.parse<R['record']>(resource.record, answer.result);
      },
      onSuccess: (record) => cacheRecord(record),
    });
  }

  /** Deletes by id; asking first is the screen's task. */
  function useRemove(parents: Parents<R>) {
    const http = useHttp();
    const client = useQueryClient();
    const start = useKeyStart();
    return useMutation({
      mutationFn: (id: string) => http.send(oneUrl(parents, id), { method: 'DELETE' }),
      onMutate: (id) => void deletedIds(client).add(id),
      onError: (_, id) => void deletedIds(client).delete(id),
      onSuccess: (_, id) => {
        const key = [...start, resource.path, 'one', parents, id];
        client.removeQueries({ queryKey: key, type: 'inactive' });
        void client.invalidateQueries({ queryKey: key, refetchType: 'none' });
        void invalidateResource(client, resource.path);
      },
    });
  }

  /** Puts a record that a verb answered in the cache, and marks the resource's other answers as old. */
  function useCacheRecord(parents: Parents<R>): (record: Record) => void {
    const client = useQueryClient();
    const start = useKeyStart();
    return (record) => {
      // The answer is current: the detail opens with it, without a second call.
      const key = [...start, resource.path, 'one', parents, record['id']];
      client.setQueryData(key, record);
      void invalidateResource(client, resource.path, key);
    };
  }

  function oneUrl(parents: Parents<R>, id: string): string {
    return `${collectionUrl(resource, parents)}/${encodeURIComponent(id)}`;
  }

  return { useList, askList, useOne, useCreate, useUpdate, useRemove, useCacheRecord };
}
