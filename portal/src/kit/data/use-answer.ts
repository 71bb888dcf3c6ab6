import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useHttp } from './data-provider.tsx';
import { useKeyStart } from './resource-hooks.ts';

interface AnswerOptions {
  /** Off while something it needs is not known yet. */
  readonly enabled?: boolean;
  /** Milliseconds for which an unused answer is stored. */
  readonly gcTime?: number;
  /** Milliseconds for which an answer is shown without asking again. */
  readonly staleTime?: number;
  /** Asks again by itself after so many milliseconds, while somebody looks. */
  readonly refetchInterval?: number;
  /** For what a form starts from: what was typed must not be replaced by a second answer. */
  readonly asksOnce?: boolean;
  /** The answer to the question before stays while the next one comes. */
  readonly keepsPrevious?: boolean;
}

const envelope = z.object({ result: z.unknown() });

/**
 * The `result` that an address gives, for what is neither a list nor a record of a resource. The key begins with the
 * path of a resource, so that a change of that makes this old too.
 *
 * @example
 * const rights = useAnswer([users.path, 'permissions', userId], `${urlOf(userId)}/permissions`, z.array(permission));
 */
export function useAnswer<T>(
  key: readonly unknown[],
  url: string,
  result: z.ZodType<T>,
  { keepsPrevious = false, asksOnce = false, ...options }: AnswerOptions = {},
) {
  const http = useHttp();
  return useQuery({
    ...options,
    ...(asksOnce && { staleTime: Infinity, gcTime: 0 }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    queryKey: [...useKeyStart(), ...key],
    queryFn: async ({ signal }): Promise<T> =>
      z.parse(result, (await http.call(url, envelope, { signal })).result),
  });
}
