import { existsSync } from 'node:fs';
import type { Config } from '#server/app/config.ts';
import { joinEmbedded } from '#server/platform/db/embedded.ts';
import { CommandProblem } from './command.ts';

/** The database of the settings. A running Balie keeps running; without one its database is started for the moment. */
export async function findDatabase({ databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>) {
  if (databaseUrl !== undefined) return { app: { connectionString: databaseUrl }, stop: async () => {} };
  if (!existsSync(dataFolder))
    throw new CommandProblem(`There is no data folder ${dataFolder} (BALIE_DATA); npm start makes one.`);
  const log = { error: (message: string) => void process.stderr.write(`${message}\n`) };
  const { appConfig, stop } = await joinEmbedded({ dataFolder, log });
  return { app: appConfig, stop };
}
