import { parseArgs } from 'node:util';
import { dayOfInstant } from '#contract/dates.ts';
import { previousMonth } from '#contract/billing/periods.ts';
import { readConfig } from '#server/app/config.ts';
import { buildManyRelations } from '#server/features/core/testing/many-relations.ts';
import { generateUses } from '#server/features/billing/testing/many-uses.ts';
import { generateInvoices } from '#server/features/invoicing/testing/many-invoices.ts';
import { generateOrders } from '#server/features/workorders/testing/many-orders.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { joinEmbedded } from '#server/platform/db/embedded.ts';
import { CommandProblem, runCommand, say } from './command.ts';

const usage = `Usage: npm run generate -- [--company <domain name>] [--relations N] [--workorders N] [--invoices N]
                           [--customers N --usage N]

Makes data of real size: relations, orders and invoices of one company (zalland.example unless it is named), or
customers of the provider with so many uses in all. The same command gives the same data.`;

// Made-up data of real size, for trying lists and reading plans; the same command gives the same data.
await runCommand(usage, async () => {
  const { values } = parseArgs({
    options: {
      company: { type: 'string', default: 'zalland.example' },
      relations: { type: 'string', default: '0' },
      workorders: { type: 'string', default: '0' },
      invoices: { type: 'string', default: '0' },
      customers: { type: 'string', default: '0' },
      usage: { type: 'string', default: '0' },
    },
  });
  const counts = {
    relations: Number(values.relations),
    workorders: Number(values.workorders),
    invoices: Number(values.invoices),
    customers: Number(values.customers),
    usage: Number(values.usage),
  };
  if (!Object.values(counts).every((count) => Number.isInteger(count) && count >= 0))
    throw new CommandProblem(usage);
  if (counts.relations + counts.workorders + counts.invoices + counts.customers === 0)
    throw new CommandProblem(usage);
  const { databaseUrl, dataFolder } = readConfig(process.env);
  const embedded =
    databaseUrl === undefined ? await joinEmbedded({ dataFolder, log: { error: say } }) : undefined;
  const db = createDb(
    createPool({ ...(embedded?.ownerConfig ?? { connectionString: databaseUrl }), max: 2 }),
  );
  try {
    const company = await db
      .selectFrom('companies')
      .select('id')
      .where('domain_name', '=', values.company)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!company) throw new CommandProblem(`There is no company with the domain name ${values.company}.`);
    const began = Date.now();
    if (counts.relations > 0) await buildManyRelations(db, company.id, counts.relations);
    if (counts.workorders > 0) await generateOrders(db, company.id, counts.workorders, say);
    if (counts.invoices > 0) await generateInvoices(db, company.id, counts.invoices, say);
    if (counts.customers > 0) {
      const until = previousMonth(dayOfInstant(new Date()));
      await generateUses(db, { customers: counts.customers, events: counts.usage, until, say });
    }
    say(`Made in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
  } finally {
    await db.destroy();
    await embedded?.stop();
  }
});
