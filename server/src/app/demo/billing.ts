import { addDays, dayOfInstant } from '#contract/dates.ts';
import { addMonths, previousMonth } from '#contract/billing/periods.ts';
import {
  changeSeller,
  countFigures,
  createSettingsOf,
  customerAgreementsService,
  priceAgreementsService,
  runsService,
  takeStep,
} from '#server/features/billing/index.ts';
import { findPerson, insertRelation, type Person } from '#server/features/core/index.ts';
import type { Services } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { contextOf } from './context.ts';
import { demoUse } from './usage.ts';

const seller = {
  name: 'Balie B.V.',
  street: 'Grote Markt 18',
  zipCode: '8011 LW',
  city: 'Zwolle',
  kvkNumber: '05081234',
  vatId: 'NL123456782B01',
  iban: 'NL91ABNA0417164300',
  email: 'facturen@balie.example',
  phone: '038 421 90 00',
  vatPercentage: 21,
  paymentDays: 30,
};

// As the provider knows its customers; by the relation number they are on his invoices.
const relations = [
  {
    tag: '10644',
    name: 'Woonstichting De Vechtstreek',
    street: 'Vechtstraat 60',
    zipCode: '7772 AZ',
    city: 'Hardenberg',
    email: 'crediteuren@vechtstreek.example',
    phone: '0523 28 11 00',
    kvkNumber: '05004321',
    vatId: 'NL004321091B01',
  },
  {
    tag: '10655',
    name: 'Gemeente Vechtdal',
    street: 'Stationsweg 2',
    zipCode: '7731 AX',
    city: 'Ommen',
    email: 'financien@vechtdal.example',
    phone: '0529 45 90 00',
    kvkNumber: '05009876',
    vatId: 'NL009876546B01',
  },
  {
    tag: '10661',
    name: 'Stichting Zorgpalet Twente',
    street: 'Ariënsplein 1',
    zipCode: '7511 JX',
    city: 'Enschede',
    email: 'administratie@zorgpalet.example',
    phone: '053 487 20 00',
    kvkNumber: '06007654',
    vatId: 'NL007654327B01',
  },
] as const;

const fixed = { isVariable: false, invoiceType: 0 } as const;
const prices = [
  { name: 'Licentie FM', priceAgreementType: 1, agreementPrice: 14_900, cycleInMonths: 1, ...fixed },
  { name: 'Onderhoud', priceAgreementType: 2, agreementPrice: 24_500, cycleInMonths: 3, ...fixed },
  { name: 'Licentie archief', priceAgreementType: 1, agreementPrice: 60_000, cycleInMonths: 12, ...fixed },
  {
    name: 'Scan per document',
    priceAgreementType: 1,
    agreementPrice: 12,
    cycleInMonths: 1,
    isVariable: true,
    invoiceType: 2,
  },
  {
    name: 'Verwerkte factuur',
    priceAgreementType: 1,
    agreementPrice: 25,
    cycleInMonths: 1,
    isVariable: true,
    invoiceType: 3,
  },
  {
    name: 'Bijlage',
    priceAgreementType: 1,
    agreementPrice: 4,
    cycleInMonths: 1,
    isVariable: true,
    invoiceType: 1,
  },
] as const;

/** Which customers have what, by domain name: prices by their place above, and how many documents on a working day. */
const customers = [
  { domainName: 'vechtstreek.example', subscriptionType: 2, prices: [0, 1, 3, 4, 5], aDay: 14 },
  { domainName: 'vechtdal.example', subscriptionType: 1, prices: [0, 2, 3, 4], aDay: 22 },
  { domainName: 'zorgpalet.example', subscriptionType: 3, prices: [0, 3], aDay: 5 },
] as const;

/** Prices, agreements, half a year of use, a final run and the concept of last month; not where there are prices. */
export async function demoBilling(services: Services, say: (text: string) => void): Promise<void> {
  const { db } = services;
  const staff = await findPerson(db, { email: 'beheer@balie.example' });
  const companies = await db
    .selectFrom('companies')
    .where(
      'domain_name',
      'in',
      customers.map(({ domainName }) => domainName),
    )
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'domain_name'])
    .execute();
  const present = await db.selectFrom('price_agreements').select('id').limit(1).executeTakeFirst();
  if (!staff || present || companies.length < customers.length) return;
  say('Agreeing on demo prices …');
  await demoPrices(
    services,
    staff,
    new Map(companies.map(({ domain_name: domain, ...company }) => [domain, company])),
  );
  await demoRuns(services, staff);
}

async function demoPrices(
  services: Services,
  staff: Person,
  companies: ReadonlyMap<string, { readonly id: string; readonly name: string }>,
): Promise<void> {
  const today = dayOfInstant(services.now());
  const start = `${addMonths(today.slice(0, 7), -6)}-01`;
  await changeSeller(contextOf(services, staff, 'fm.billing.finalise'), { ...seller, rowVersion: undefined });
  await services.db.transaction().execute(async (tx) => {
    for (const { kvkNumber, vatId, ...relation } of relations) {
      const known = await tx
        .selectFrom('customer_relations')
        .where('company_id', '=', staff.company_id)
        .where('tag', '=', relation.tag)
        .select('id')
        .executeTakeFirst();
      const id = known?.id ?? (await insertRelation(tx, staff.company_id, relation));
      await tx
        .updateTable('customer_relations')
        .set({ kvk_number: kvkNumber, vat_id: vatId })
        .where('id', '=', id)
        .execute();
    }
  });
  const maker = contextOf(services, staff, 'fm.priceagreements.create');
  const priceIds: string[] = [];
  for (const price of prices)
    priceIds.push(orNotFound(await priceAgreementsService.create?.(maker, { ...price }, {})).id);
  for (const { domainName, subscriptionType, prices: chosen, aDay } of customers) {
    const { id: companyId, name } = orNotFound(companies.get(domainName));
    const known = await services.db
      .selectFrom('customer_settings')
      .where('company_id', '=', companyId)
      .select('company_id')
      .executeTakeFirst();
    if (!known)
      await createSettingsOf(contextOf(services, staff, 'fm.settings.update'), companyId, {
        startDate: start,
        subscriptionType,
      });
    for (const place of chosen)
      await customerAgreementsService.create?.(
        maker,
        { priceAgreementId: priceIds[place] ?? '', quantity: 1 },
        { companyId },
      );
    await demoUse(services, {
      companyId,
      name,
      from: start,
      to: addDays(today, -1),
      aDay,
      isTrial: subscriptionType === 3,
    });
  }
}

async function demoRuns(services: Services, staff: Person): Promise<void> {
  const maker = contextOf(services, staff, 'fm.billing.create');
  const last = previousMonth(dayOfInstant(services.now()));
  const { id } = orNotFound(await runsService.create?.(maker, { period: addMonths(last, -1) }, {}));
  // Its figures are counted here and now, since the steps behind them need them; the worker then finds nothing to do.
  await countFigures(services, { runId: id, version: 2 }, { isLastTry: true });
  await takeStep(maker, id, 'review', undefined);
  await takeStep(contextOf(services, staff, 'fm.billing.finalise'), id, 'finalise', undefined);
  await runsService.create?.(maker, { period: last }, {});
}
