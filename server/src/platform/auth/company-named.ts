import type { Context } from '../context.ts';

/** The company that a request is about: staff over all companies name one, or mean their own; everybody else has one. */
export function companyNamed(
  { scope, caller }: Pick<Context, 'scope' | 'caller'>,
  companyId: string | undefined,
): string {
  return scope.reach === 'system' ? (companyId ?? caller.companyId) : scope.companyId;
}
