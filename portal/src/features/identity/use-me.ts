import { useQuery } from '@tanstack/react-query';
import { meAnswer, mePath } from '#contract/identity/me.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';

/** Who is signed in as the server knows him: his company, and whether that is the provider. */
export function useMe() {
  const http = useHttp();
  return useQuery({
    queryKey: [...useKeyStart(), 'identity/me'],
    queryFn: async ({ signal }) => (await http.call(mePath, meAnswer, { signal })).result,
  });
}
