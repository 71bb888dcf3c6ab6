import { readConfig } from '#server/app/config.ts';
import { sitesOf } from '#server/app/sign-in.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { CommandProblem, runCommand, say } from './command.ts';
import { findDatabase } from './find-database.ts';
import { inviteUser } from './invite-user.ts';

const usage = `Usage: npm run invite -- <e-mail> ["<first and last name>" "<company>"]

Prints the link by which a user chooses a password. In an empty database it makes the provider's company and its first
user, who may do everything: then the names are needed.`;

// The way in to an empty product, and back in for who manages it.
await runCommand(usage, async () => {
  const [email, name, company, ...more] = process.argv.slice(2);
  if (email === undefined || more.length > 0) throw new CommandProblem(usage);
  const config = readConfig(process.env);
  if (config.oidc.issuer !== undefined)
    throw new CommandProblem(`Passwords are kept at ${config.oidc.issuer} (OIDC_ISSUER).`);
  const sites = sitesOf(config).allSites();
  const site = sites.find(({ variant }) => variant === 'generic') ?? sites[0];
  if (!site) throw new CommandProblem('BALIE_HOSTS names no host.');
  const database = await findDatabase(config);
  const db = createDb(createPool({ ...database.app, max: 1 }));
  try {
    const url = await inviteUser(db, { email, name, company, site, now: new Date() });
    say(`${email} chooses a password here, once, within 7 days:\n${url}`);
  } finally {
    await db.destroy();
    await database.stop();
  }
});
