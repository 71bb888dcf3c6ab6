import { z } from 'zod';
import { id } from '#contract/resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';

const ofOrder = z.object({ workOrderId: id.optional() });

/** Clients of product 2.7 list lines and hours by `workOrderId=`; undefined is every order that the caller may read. */
export const orderOf = (pairs: Readonly<Record<string, unknown>>): string | undefined =>
  parseInput(ofOrder, pairs).workOrderId;
