import { z } from 'zod';
import { audited, defineResource, id, keptText, rowVersion, shortText } from '../resource.ts';
import { withFieldIds } from '../problem.ts';
import { addressIds } from './users.ts';
import { optionalEmail, phoneNumber } from './customer-relations.ts';

const row = z.object({
  id,
  customerRelationId: id,
  firstName: z.string(),
  lastName: z.string(),
  /** Computed: first and last name. */
  fullName: z.string(),
  function: z.string(),
  landlineNumber: z.object({ number: z.string() }),
  mobileNumber: z.object({ number: z.string() }),
  emailAddress: z.object({ address: z.string() }),
});

const write = z.object({
  firstName: shortText(100),
  lastName: shortText(100),
  function: keptText(100),
  landlineNumber: z.object({ number: phoneNumber }).optional(),
  mobileNumber: z.object({ number: phoneNumber }).optional(),
  emailAddress: z.object({ address: optionalEmail }).optional(),
});

/** The people of one customer relation. */
export const contactPersons = defineResource({
  name: 'contact person',
  path: 'core/customer-relations/{customerRelationId}/contact-persons',
  permission: 'core.contactpersons',
  fields: {
    id: 'id',
    firstName: 'text',
    lastName: 'text',
    function: 'text',
    'landlineNumber/number': 'text',
    'mobileNumber/number': 'text',
    'emailAddress/address': 'text',
  },
  defaultSort: 'lastName asc',
  pageSizes: [50, 100, 200],
  row,
  record: row.extend({
    ...audited,
  }),
  create: withFieldIds(write, addressIds),
  update: withFieldIds(write.extend({ rowVersion: rowVersion.optional() }), addressIds),
});
