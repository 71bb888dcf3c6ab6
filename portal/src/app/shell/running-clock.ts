import { loadRunningClock } from '#portal/features/workorders/index.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { whenIdle } from '#portal/kit/when-idle.ts';

/** The person's running clock; its code comes after the first screen is drawn. */
export const RunningClock = lazyPart(async () => {
  await whenIdle();
  return loadRunningClock();
});
