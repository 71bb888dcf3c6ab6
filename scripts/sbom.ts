import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CommandProblem, runCommand, say, typedPath } from '#server/commands/command.ts';
import { billOfMaterials, doubtfulLicences } from './bill-of-materials.ts';

const usage = `Usage: npm run sbom -- <file>

Writes everything that ships, server and portal, as a bill of materials (CycloneDX, JSON), checks the licences, and asks
the registry for known weaknesses where it answers that.`;

const root = fileURLToPath(new URL('..', import.meta.url));

await runCommand(usage, async () => {
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0) throw new CommandProblem(usage);
  const bill = billOfMaterials(root);
  writeFileSync(typedPath(file), `${JSON.stringify(bill, null, 2)}\n`);
  say(`${bill.components.length} packages are in ${typedPath(file)}.`);
  const doubtful = doubtfulLicences(bill);
  if (doubtful.length > 0)
    throw new CommandProblem(
      `Look at these licences (script./bill-of-materials.ts):\n${doubtful.join('\n')}`,
    );
  say('Their licences ask for no more than to be named.');
  say(audit());
});

function audit(): string {
  try {
    execFileSync('npm', ['audit', '--omit=dev', '--audit-level=high'], { cwd: root, stdio: 'pipe' });
    return 'npm audit knows no serious weakness.';
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    if (!/severity/i.test(said)) return 'npm audit gave no answer here: ask it where the registry answers.';
    throw new CommandProblem(said, { cause: error });
  }
}
