import { type Config, readConfig } from '#server/app/config.ts';
import { readSecretKey } from '#server/app/secret-key.ts';
import { directoryOf, sitesOf } from '#server/app/sign-in.ts';
import { issueOwnToken, longestTokenSeconds } from '#server/features/identity/index.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { CommandProblem, runCommand, say } from './command.ts';
import { findDatabase } from './find-database.ts';

const usage = `Usage: npm run token -- <e-mail>

Prints an access token of a user, and nothing else: TOKEN=$(npm run --silent token -- name@company.nl)`;

// Prints nothing but the token, so that a script can write TOKEN=$(npm run --silent token -- name@company.nl).
await runCommand(usage, async () => {
  const [email, ...more] = process.argv.slice(2);
  if (email === undefined || more.length > 0) throw new CommandProblem(usage);
  const config = readConfig(process.env);
  if (config.oidc.issuer !== undefined) {
    throw new CommandProblem(`Sign-in is at ${config.oidc.issuer} (OIDC_ISSUER); ask for a token there.`);
  }
  const database = await findDatabase(config);
  const db = createDb(createPool({ ...database.app, max: 1 }));
  try {
    const { clientId, audience, permissionsClaim } = config.oidc;
    const secretKey = await readSecretKey(config.dataFolder, config.secretKey);
    const token = await issueOwnToken(
      {
        db,
        directory: directoryOf(db),
        secretKey,
        issuer: issuerOf(config),
        clientId,
        audience,
        permissionsClaim,
        // As long as a sign-in lasts. Switching the user off, or ending their sessions, ends it sooner.
        lifetimeSeconds: longestTokenSeconds,
      },
      email,
    );
    if (token === null)
      throw new CommandProblem(
        `There is no user ${email} who may sign in (user and company must be active).`,
      );
    say(token);
  } finally {
    await db.destroy();
    await database.stop();
  }
});

/** Every host of the settings will do: a token of one counts on all. */
function issuerOf(config: Config): string {
  const [site] = sitesOf(config).allSites();
  if (!site) throw new CommandProblem('BALIE_HOSTS names no host.');
  return site.issuer;
}
