import { readConfig } from '#server/app/config.ts';
import { readSecretKey } from '#server/app/secret-key.ts';
import { rotateSigningKeys } from '#server/features/identity/index.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { pendingMigrations } from '#server/platform/db/migrate.ts';
import { CommandProblem, runCommand, say } from './command.ts';
import { findDatabase } from './find-database.ts';

const usage = `Usage: npm run rotate-keys [-- --now]

Makes a new key to sign tokens with. The old one verifies until its tokens have ended.

  --now   removes the old key at once`;

await runCommand(usage, async () => {
  const [option, ...more] = process.argv.slice(2);
  if ((option !== undefined && option !== '--now') || more.length > 0) throw new CommandProblem(usage);
  const config = readConfig(process.env);
  if (config.oidc.issuer !== undefined)
    return say(
      `There is nothing to do: sign-in is at ${config.oidc.issuer} (OIDC_ISSUER), which has signing keys of its own.`,
    );
  const database = await findDatabase(config);
  const db = createDb(createPool({ ...database.app, max: 1 }));
  try {
    if ((await pendingMigrations(db)).length > 0)
      throw new CommandProblem(
        'The database is of an earlier version; npm start brings it up to date first.',
      );
    const secretKey = await readSecretKey(config.dataFolder, config.secretKey);
    const until = await rotateSigningKeys(db, secretKey, { isImmediate: option === '--now' });
    say('There is a new signing key; running servers sign with it within seconds.');
    say(
      option === '--now'
        ? 'The old keys are removed. Open pages renew their tokens by themselves; tokens of npm run token have to be made again.'
        : `Tokens signed by the old keys count until they end, ${until.toISOString()} at the latest.`,
    );
  } finally {
    await db.destroy();
    await database.stop();
  }
});
