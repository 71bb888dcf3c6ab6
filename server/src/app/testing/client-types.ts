import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const generator = 'scripts/openapi/node_modules/openapi-typescript/bin/cli.js';
// What has a default may be left out.
const flags = ['--default-non-nullable', 'false'];
const head = '// Made of the OpenAPI document: npx vitest run server/src/app/client.test.ts -u\n';

const record = z.record(z.string(), z.unknown());
const documentShape = z.looseObject({ paths: z.record(z.string(), record), components: record });

/**
 * The types of the client (decision 0133), made of the OpenAPI document: without failures, which all are a `Problem`, and without headers,
 * which the client sends by itself.
 *
 * @param folder for files on the way
 */
export async function clientTypes(openapi: string, folder: string): Promise<string> {
  const { paths, components, ...rest } = documentShape.parse(JSON.parse(openapi));
  const { responses: _responses, headers: _headers, ...shared } = components;
  const slim = {
    ...rest,
    components: shared,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [
        path,
        Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, slimOperation(one)])),
      ]),
    ),
  };
  const from = join(folder, 'slim.json');
  const to = join(folder, 'api.d.ts');
  await writeFile(from, JSON.stringify(slim));
  await promisify(execFile)(process.execPath, [join(root, generator), from, '-o', to, ...flags], {
    cwd: root,
  });
  const types = await readFile(to, 'utf8');
  return head + types.replaceAll(/^(?: {4})+/gm, (spaces) => ' '.repeat(spaces.length / 4));
}

const isHeader = (parameter: unknown) =>
  /\/(?:AcceptLanguage|IdempotencyKey|IfMatch|IfNoneMatch)"/.test(JSON.stringify(parameter));

function slimOperation(operation: unknown): unknown {
  const { parameters, responses, ...rest } = record.parse(operation);
  const succeeded = Object.entries(record.parse(responses)).filter(([status]) => /^[23]/.test(status));
  return {
    ...rest,
    parameters: z
      .array(z.unknown())
      .parse(parameters ?? [])
      .filter((parameter) => !isHeader(parameter)),
    responses: Object.fromEntries(
      succeeded.map(([status, response]) => {
        const { headers: _headers, ...answer } = record.parse(response);
        return [status, answer];
      }),
    ),
  };
}
