import { start } from './app/start.ts';
import { StartProblem } from './platform/start-problem.ts';

// Given by the supervisor of `npm start` after a crash: addresses and logins were printed before.
const isRestart = process.argv.includes('--restarted');

// Whoever reads what is said here may go away; without a listener the next word would end the process.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

start(process.env, { isRestart }).then(
  () => process.send?.('ready'),
  (error: unknown) => {
    process.stderr.write(
      error instanceof StartProblem
        ? `${error.sentence()}\n`
        : `${error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exit(1);
  },
);
