import { start } from './app/start.ts';
import { StartProblem } from './platform/start-problem.ts';

start(process.env).catch((error: unknown) => {
  process.stderr.write(error instanceof StartProblem ? `${error.sentence()}\n` : `${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
