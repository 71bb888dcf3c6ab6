import { readConfig } from '#server/app/config.ts';
import { listHistoryCompanies, verifyHistory } from '#server/features/core/index.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { CommandProblem, runCommand, say } from './command.ts';
import { findDatabase } from './find-database.ts';

const usage = `Usage: npm run verify

Holds every line of the history against its seal, and names each that was changed or is missing; then the exit code is
1. The head of each company is printed: keep it elsewhere, and it shows later that nothing was cut off its end.
`;

const words = {
  changed: 'was changed',
  missing: 'is missing',
  chain: 'has a seal that does not follow the one before it',
} as const;

await runCommand(usage, async () => {
  if (process.argv.length > 2) throw new CommandProblem(usage);
  const database = await findDatabase(readConfig(process.env));
  const db = createDb(createPool(database.app));
  try {
    let faults = 0;
    for (const companyId of await listHistoryCompanies(db)) {
      const verdict = await verifyHistory(db, companyId, new Date());
      for (const { kind, number, lineId, entity, entityId, at } of verdict.faults)
        say(`${companyId} seal ${number}: line ${lineId} of ${entity} ${entityId} at ${at} ${words[kind]}`);
      if (verdict.late > 0) say(`${companyId}: ${verdict.late} lines have no seal after an hour`);
      if (verdict.count > 0) say(`${companyId}: ${verdict.count} lines, head ${verdict.head}`);
      faults += verdict.faults.length;
    }
    say(faults === 0 ? 'The history is whole.' : `The history has ${faults} faults.`);
    if (faults > 0) process.exitCode = 1;
  } finally {
    await db.destroy();
    await database.stop();
  }
});
