import { sql } from 'kysely';
import { contactPersons } from '#contract/core/contact-persons.ts';
import { recordReaders, rowsOf } from '#server/platform/db/record-readers.ts';
import './contact-persons.tables.ts';

export const { list, stream, findById } = recordReaders(contactPersons, {
  table: 'contact_persons',
  rows: rowsOf('contact_persons'),
  columns: {
    firstName: { natural: true, nullable: false },
    lastName: { natural: true, nullable: false },
    fullName: sql`contact_persons.first_name || ' ' || contact_persons.last_name`,
    function: { natural: true, nullable: false },
    'landlineNumber/number': { sql: 'contact_persons.landline', nullable: false },
    'mobileNumber/number': { sql: 'contact_persons.mobile', nullable: false },
    'emailAddress/address': { sql: 'contact_persons.email', nullable: false },
  },
  search: [{ folded: sql.ref('contact_persons.search_text') }],
});
