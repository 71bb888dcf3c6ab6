import type { Caller } from '#server/platform/context.ts';

/** The person in whose name a job writes history; without permissions, since jobs check none. */
export function workerCaller(
  companyId: string,
  by: { readonly userId: string; readonly name: string },
): Caller {
  return {
    userId: by.userId,
    companyId,
    companyName: '',
    isProvider: false,
    name: by.name,
    email: '',
    permissions: [],
  };
}
