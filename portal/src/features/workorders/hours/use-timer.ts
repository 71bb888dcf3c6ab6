import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { orderTimer, orderTimes, workOrderTimes } from '#contract/workorders/order-times.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { invalidateResource, useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';

const url = '/api/comceptum/timer';
const running = z.object({ result: orderTimer.nullable() });
const started = z.object({ result: orderTimer });
const stopped = z.object({ result: orderTimes.record });

/** The person's own clock: it runs on the server, so it survives any reload. One a person. */
export function useTimer() {
  const http = useHttp();
  const client = useQueryClient();
  const may = usePermission();
  const key = [...useKeyStart(), 'comceptum/timer'];
  const set = (timer: z.output<typeof orderTimer> | null) => {
    client.setQueryData(key, timer);
    // A clock that is stopped becomes hours.
    void invalidateResource(client, workOrderTimes.path);
  };
  const timer = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await http.call(url, running, { signal })).result,
    enabled: may('comceptum.workordertimes.create'),
  });
  const start = useMutation({
    mutationFn: async (workOrderId: string) =>
      (await http.call(url, started, { method: 'POST', body: { workOrderId } })).result,
    onSuccess: set,
  });
  const stop = useMutation({
    mutationFn: async () => (await http.call(`${url}/stop`, stopped, { method: 'POST' })).result,
    onSuccess: () => set(null),
  });
  const discard = useMutation({
    mutationFn: () => http.send(url, { method: 'DELETE' }),
    onSuccess: () => set(null),
  });
  return { timer: timer.data ?? null, start, stop, discard };
}

/** Minutes since a moment, counting on while it is on screen. */
export function useMinutesSince(startedAt: string | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (startedAt === undefined) return undefined;
    const beat = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(beat);
  }, [startedAt]);
  return startedAt === undefined ? 0 : (now - Date.parse(startedAt)) / 60_000;
}
