import { columnHead } from '#contract/column-texts.ts';
import { audit } from '#contract/core/audit.ts';
import type { Language } from '#contract/problem.ts';
import type { Row } from '#contract/resource.ts';
import { exportFields } from '#server/platform/http/mount-export.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { slice } from '#server/platform/resource/slice.ts';
import { findById as findCompany } from '../companies/companies.repository.ts';
import { companyOfRequest } from '../companies/company-id.ts';
import { list, stream } from './audit.repository.ts';

/** The audit list of a company (§A18): only read, and never shown for another company. */
export const auditSlice = slice({
  resource: audit,
  service: {
    async list({ db, scope }, query, { companyId }) {
      orNotFound(await findCompany(db, scope, companyId));
      return list(db, companyId, query);
    },
  },
  history: 'none',
  trash: 'none',
  exports: exportFields(
    'audit',
    async (ctx, query, request) => {
      const { companyId } = await companyOfRequest(ctx, request);
      return inWords(ctx.language, stream(ctx.db, companyId, query));
    },
    [
      ['at', 'instant'],
      ['kind', 'text'],
      ['action', 'text'],
      ['userName', 'text'],
      ['entity', 'text'],
      ['about', 'text'],
      ['fields', 'text'],
      ['detail', 'text'],
      ['ip', 'text'],
      ['userAgent', 'text'],
    ],
  ),
});

// Sheets name kinds and actions in words, as the screen does.
async function* inWords(language: Language, lines: AsyncIterable<Row<typeof audit>>) {
  const word = (name: string) => columnHead(language, 'audit', name).replace(/^\w+\./, '');
  for await (const line of lines)
    yield {
      ...line,
      kind: word(`kind.${line.kind}`),
      action: word(`action.${line.action}`),
      fields: line.fields.join(', '),
    };
}
