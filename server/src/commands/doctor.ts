import { readConfig } from '#server/app/config.ts';
import { checks, findingOf } from '#server/app/doctor/checks.ts';
import { CommandProblem, runCommand, say } from './command.ts';

const usage = `Usage: npm run doctor

Checks settings, disk, clock, database, files, backups, PDF, OCR, mail and traces with the settings of a start, and says what to
do. Changes nothing; the product may be running. Ends with code 1 when something is wrong.`;

const marks = { ok: 'ok     ', warning: 'warning', wrong: 'WRONG  ' } as const;

await runCommand(usage, async () => {
  if (process.argv.length > 2) throw new CommandProblem(usage);
  const config = readConfig(process.env);
  say(`${marks.ok}  Settings: read`);
  let wrong = 0;
  for (const check of checks) {
    const [name] = check;
    const { state, said, advice } = await findingOf(check, config);
    say(`${marks[state]}  ${name}: ${said}`);
    if (advice !== undefined) say(`         ${advice}`);
    if (state === 'wrong') wrong += 1;
  }
  if (wrong > 0) process.exitCode = 1;
});
