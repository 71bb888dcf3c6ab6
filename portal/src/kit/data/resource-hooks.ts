import {
  hashKey,
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { useRef } from 'react';
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
import type { Http } from './http.ts';
import { listSearch, type ListQuery } from './list-query.ts';
import { useSessionState } from './session.tsx';

/** A page of rows, with the count of all matches when it was asked for. */
export interface Page<T> {
  readonly result: readonly T[];
  readonly metadata: { readonly count?: number | undefined };
}

interface ReadOptions {
  /** Off while something it needs is not known yet. */
  readonly enabled?: boolean;
}

const pageEnvelope = z.object({
  result: z.array(z.unknown()),
  metadata: z.object({ count: z.int().optional() }).default({}),
});
const oneEnvelope = z.object({ result: z.unknown() });

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  return z.parse(schema, value);
}

/** What a record or a form has of the fields that a schema names. */
export function fieldsOf(schema: z.ZodObject | undefined, values: object): Record<string, unknown> {
  const names = new Set(Object.keys(schema?.shape ?? {}));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

/** The start of every key: answers belong to a person and a language, never to two. */
export type KeyStart = readonly [user: string, language: string];

/** What a question needs that is asked before its screen stands. */
export interface Asking {
  readonly http: Http;
  readonly queryClient: QueryClient;
  readonly start: KeyStart;
}

/** The start of every key, of who is signed in and the language in use. */
export function useKeyStart(): KeyStart {
  const { i18n } = useTranslation();
  return [useSessionState().user.id, i18n.language];
}

// What was deleted from here. Its screen may stand for a moment longer, and the server tells of the change sooner
// than it answers: asking again from there would only find nothing. Who opens it anew asks, and may find it restored.
const gone = new WeakMap<QueryClient, Set<string>>();

function goneFrom(client: QueryClient): Set<string> {
  const known = gone.get(client) ?? new Set();
  gone.set(client, known);
  return known;
}

/**
 * Marks all answers of a resource, and of what lies below it, as old: `fmmodule/invoices`, any person's. `except`
 * is the key of an answer that is known to be new.
 */
export function invalidateResource(client: QueryClient, path: string, except?: QueryKey): Promise<void> {
  const kept = except && hashKey(except);
  const removed = [...goneFrom(client)].map((id) => JSON.stringify(id));
  return client.invalidateQueries({
    predicate: ({ queryKey: [, , of], queryHash }) =>
      typeof of === 'string' &&
      (of === path || of.startsWith(`${path}/`)) &&
      queryHash !== kept &&
      !removed.some((id) => queryHash.includes(id)),
  });
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

  /** Asks for a page before its screen stands, which then draws once, with its rows. Never throws. */
  function askList(
    { http, queryClient, start }: Asking,
    query: ListQuery,
    parents: Parents<R>,
  ): Promise<void> {
    return queryClient.prefetchQuery(listOptions(http, start, query, parents));
  }

  function listOptions(http: Http, start: KeyStart, query: ListQuery, parents: Parents<R>) {
    const search = listSearch(query);
    return {
      queryKey: [...start, resource.path, 'list', parents, search],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Page<Row<R>>> => {
        const page = await http.call(collectionUrl(resource, parents) + search, pageEnvelope, { signal });
        return { ...page, result: page.result.map((row) => parse<R['row']>(resource.row, row)) };
      },
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
        goneFrom(client).delete(id);
        return parse<R['record']>(resource.record, answer.result);
      },
      enabled,
    });
  }

  /** Creates, from a body that may be unfinished (`Draft`). The same body sent again after a failure carries the same key, so that it is made once (§B6). */
  function useCreate(parents: Parents<R>) {
    const http = useHttp();
    const remember = useRemember(parents);
    const tried = useRef({ body: '', key: '' });
    return useMutation({
      mutationFn: async (body: Draft<CreateInput<R>>): Promise<Record> => {
        const text = JSON.stringify(body);
        if (tried.current.body !== text) tried.current = { body: text, key: crypto.randomUUID() };
        const answer = await http.call(collectionUrl(resource, parents), oneEnvelope, {
          method: 'POST',
          body,
          idempotencyKey: tried.current.key,
        });
        tried.current = { body: '', key: '' };
        return parse<R['record']>(resource.record, answer.result);
      },
      onSuccess: (record) => remember(record),
    });
  }

  /**
   * Saves the whole write payload, which may be unfinished (`Draft`) and hold more than is sent; a body with a stale `rowVersion` fails with a `stale` problem (§B5).
   */
  function useUpdate(parents: Parents<R>) {
    const http = useHttp();
    const remember = useRemember(parents);
    return useMutation({
      mutationFn: async ({ id, body }: { id: string; body: Draft<UpdateInput<R>> }): Promise<Record> => {
        const whole = { ...fieldsOf(resource.update, body), id };
        const answer = await http.call(oneUrl(parents, id), oneEnvelope, { method: 'PUT', body: whole });
        return parse<R['record']>(resource.record, answer.result);
      },
      onSuccess: (record) => remember(record),
    });
  }

  /** Deletes by id; asking first is the screen's task. */
  function useRemove(parents: Parents<R>) {
    const http = useHttp();
    const client = useQueryClient();
    const start = useKeyStart();
    return useMutation({
      mutationFn: (id: string) => http.send(oneUrl(parents, id), { method: 'DELETE' }),
      onMutate: (id) => void goneFrom(client).add(id),
      onError: (_, id) => void goneFrom(client).delete(id),
      onSuccess: (_, id) => {
        const key = [...start, resource.path, 'one', parents, id];
        client.removeQueries({ queryKey: key, type: 'inactive' });
        void client.invalidateQueries({ queryKey: key, refetchType: 'none' });
        void invalidateResource(client, resource.path);
      },
    });
  }

  function useRemember(parents: Parents<R>): (record: Record) => void {
    const client = useQueryClient();
    const start = useKeyStart();
    return (record) => {
      // The answer is the newest truth: the detail opens with it, without a second call.
      const key = [...start, resource.path, 'one', parents, record['id']];
      client.setQueryData(key, record);
      void invalidateResource(client, resource.path, key);
    };
  }

  function oneUrl(parents: Parents<R>, id: string): string {
    return `${collectionUrl(resource, parents)}/${encodeURIComponent(id)}`;
  }

  return { useList, askList, useOne, useCreate, useUpdate, useRemove };
}
