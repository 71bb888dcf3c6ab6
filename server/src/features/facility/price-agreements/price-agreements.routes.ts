import type { FastifyInstance } from 'fastify';
import { priceAgreements } from '#contract/facility/price-agreements.ts';
import type { Services } from '#server/platform/context.ts';
import { mountExport } from '#server/platform/http/mount-export.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import { stream } from './price-agreements.repository.ts';
import { priceAgreementsService } from './price-agreements.service.ts';

export function priceAgreementRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, priceAgreements, priceAgreementsService);
  mountExport(app, services, priceAgreements, {
    list: 'price-agreements',
    rows: async ({ db, scope }, query) => stream(db, scope, query),
    columns: [
      ['name', 'text', ({ name }) => name],
      ['priceAgreementType', 'number', ({ priceAgreementType }) => priceAgreementType],
      ['price', 'cents', ({ price }) => price],
      ['isVariable', 'boolean', ({ isVariable }) => isVariable],
      ['invoiceType', 'number', ({ invoiceType }) => invoiceType],
      ['cycleInMonths', 'number', ({ cycleInMonths }) => cycleInMonths],
    ],
  });
}
