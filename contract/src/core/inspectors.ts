import { z } from 'zod';
import { day, email, id, instant, shortText } from '../resource.ts';

/** Where inspectors are: people who see the archive of a period only, until a day (§C25). */
export const inspectors = {
  name: 'inspector',
  path: 'core/inspectors',
  permission: 'core.users',
} as const;

/** Somebody who inspects; `id` is that of the user. */
export const inspector = z.object({
  id,
  companyId: id,
  emailAddress: z.object({ address: z.string() }),
  firstName: z.string(),
  lastName: z.string(),
  /** Whose invoices they see; none: all of the company. */
  administrations: z.array(z.object({ id, name: z.string() })),
  /** Days of the invoice date, both included. */
  from: day,
  to: day,
  /** The last day on which they may sign in. */
  endsOn: day,
  active: z.boolean(),
  createdAt: instant,
});
/** Somebody who inspects. */
export type Inspector = z.output<typeof inspector>;

const reach = z.object({
  administrationIds: z.array(id).max(250),
  from: day,
  to: day,
  /** Today or later. */
  endsOn: day,
});
const isInOrder = ({ from, to }: { from: string; to: string }) => from <= to;
const order = { path: ['to'], message: 'ends-before-start' };

/** `POST core/inspectors`: makes the user; who then invites them as any other. */
export const inspectorMake = reach
  .extend({
    /** Only counts for who reaches every company; absent: their own. */
    companyId: id.optional(),
    emailAddress: z.object({ address: email }),
    firstName: shortText(100),
    lastName: shortText(100),
  })
  .refine(isInOrder, order);

/** `PUT core/inspectors/{id}`: another reach or end; a later end lets them in again. */
export const inspectorReach = reach.refine(isInOrder, order);
