import {
  useMutation,
  useQueryClient,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { z } from 'zod';
import type { ResourceDefinition } from '#contract/resource.ts';
import { useHttp } from './data-provider.tsx';
import type { CallOptions } from './http.ts';
import { invalidateResource } from './resource-hooks.ts';

const envelope = z.object({ result: z.unknown() });

/** The call that a verb makes; a POST unless it says otherwise. */
interface VerbCall extends CallOptions {
  readonly url: string;
}

interface Verb<V, T> extends Pick<
  UseMutationOptions<T, Error, V>,
  'onSuccess' | 'onError' | 'onSettled' | 'gcTime'
> {
  readonly call: (variables: V) => VerbCall;
  /** Whose answers are old after it, with all that lies below them. */
  readonly invalidates?: readonly Pick<ResourceDefinition, 'path'>[];
}

/**
 * A verb of a domain (approve, send, restore): one call that changes something. Gives the `result` of the answer as
 * the schema reads it, or nothing without a schema. The answers that it makes old are asked again.
 *
 * @example
 * const copy = useVerb({
 *   call: (name: string) => ({ url: `${urlOf(group)}/copy`, body: { name } }),
 *   result: groups.record,
 *   invalidates: [groups],
 * });
 * await copy.mutateAsync('Copy');
 */
export function useVerb<T, V = void>(
  verb: Verb<V, T> & { readonly result: z.ZodType<T> },
): UseMutationResult<T, Error, V>;
export function useVerb<V = void>(verb: Verb<V, void>): UseMutationResult<void, Error, V>;
export function useVerb<T, V>({
  call,
  result,
  invalidates = [],
  onSuccess,
  ...options
}: Verb<V, T | void> & { readonly result?: z.ZodType<T> }): UseMutationResult<T | void, Error, V> {
  const http = useHttp();
  const client = useQueryClient();
  return useMutation({
    ...options,
    mutationFn: async (variables: V): Promise<T | void> => {
      const { url, ...init } = { method: 'POST' as const, ...call(variables) };
      if (result === undefined) return http.send(url, init);
      return z.parse(result, (await http.call(url, envelope, init)).result);
    },
    onSuccess: (...saved) => {
      for (const { path } of invalidates) void invalidateResource(client, path);
      return onSuccess?.(...saved);
    },
  });
}
