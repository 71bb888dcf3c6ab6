import type { FastifyInstance } from 'fastify';
import { problem } from './problem.ts';

/** Far deeper than anything that the contract names, far shallower than what schemas can follow. */
const maxDepth = 100;

/**
 * Reads JSON bodies, and refuses those that are nested deeper than any of ours: whatever walks a value level by level
 * (schemas, hashes, `JSON.stringify`) would run out of stack.
 */
export function mountJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isDeeperThan(body, maxDepth)) return done(problem.of('bad-request', { sentence: 'json-too-deep' }));
    return parse(request, body, done);
  });
}

/** Whether brackets are open inside each other more than so many times; what stands in texts does not count. */
export function isDeeperThan(json: string, max: number): boolean {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < json.length; index += 1) {
    const letter = json[index];
    if (isText) {
      if (letter === '\\') index += 1;
      else if (letter === '"') isText = false;
    } else if (letter === '"') isText = true;
    else if (letter === '[' || letter === '{') {
      depth += 1;
      if (depth > max) return true;
    } else if (letter === ']' || letter === '}') depth -= 1;
  }
  return false;
}
