#!/usr/bin/env node
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { BalieError, createBalie } from './index.js';

const help = `balie: invoices in and out of Balie

  balie upload FILE… [--administration ID] [--wait]   sends in documents; with --wait until they are read
  balie invoices list [--filter F] [--json]           lists invoices, as a table or a line of JSON each
  balie export [--filter F] [--out FILE]              the invoices as CSV, to a file or to where output goes

  --filter      as the API filters: "statusValue eq 'Concept'"
  --help        this text

BALIE_URL is the address of the server, BALIE_KEY an API key of a service account.
Exit codes: 0 done, 1 refused or failed, 2 used wrongly, 3 uploaded but not recognised.`;

const code = { done: 0, failed: 1, usage: 2, unrecognised: 3 };
class UsageError extends Error {}

async function upload(balie, { positionals, values }) {
  if (positionals.length === 0) throw new UsageError('name at least one file');
  const files = await Promise.all(
    positionals.map(async (path) => ({ name: basename(path), data: await readFile(path) })),
  );
  let worst = code.done;
  for (const file of files) {
    for (const taken of await balie.upload(file, { administrationId: values.administration })) {
      const { id, filename } = taken;
      const { state, reason, invoiceId } = values.wait
        ? await balie.waitFor(id)
        : { ...taken, invoiceId: null };
      process.stdout.write(`${[id, state, filename, invoiceId ?? '', reason].join('\t')}\n`);
      if (state === 'Onverwerkbaar' || state === 'Onbekend') worst = code.unrecognised;
    }
  }
  return worst;
}

async function invoices(balie, { positionals, values }) {
  if (positionals.join(' ') !== 'list') throw new UsageError('balie invoices list');
  for await (const row of balie.list('/api/fmmodule/invoices', { query: { $filter: values.filter } })) {
    const { id, invoiceNumber, statusValue, creditor, totalAmount } = row;
    process.stdout.write(
      values.json
        ? `${JSON.stringify(row)}\n`
        : `${[id, invoiceNumber, statusValue, creditor?.name ?? '', totalAmount].join('\t')}\n`,
    );
  }
  return code.done;
}

async function download(balie, { positionals, values }) {
  if (positionals.length > 0) throw new UsageError('balie export takes options only');
  const { body } = await balie.file('/api/fmmodule/invoices/export', { query: { $filter: values.filter } });
  const to = values.out === undefined ? process.stdout : createWriteStream(values.out);
  await pipeline(Readable.fromWeb(body), to, { end: values.out !== undefined });
  return code.done;
}

const commands = { upload, invoices, export: download };
const options = {
  administration: { type: 'string' },
  wait: { type: 'boolean' },
  filter: { type: 'string' },
  json: { type: 'boolean' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
};

async function run(args) {
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error.message);
  }
  const [name, ...positionals] = parsed.positionals;
  if (parsed.values.help || name === undefined) {
    process.stdout.write(`${help}\n`);
    return parsed.values.help ? code.done : code.usage;
  }
  if (!Object.hasOwn(commands, name)) throw new UsageError(`there is no command ${name}`);
  const { BALIE_URL: address, BALIE_KEY: key } = process.env;
  if (!address || !key) throw new UsageError('set BALIE_URL and BALIE_KEY');
  return commands[name](createBalie({ address, key }), { positionals, values: parsed.values });
}

// Who reads may have seen enough, as `head` has.
process.stdout.on('error', ({ code: why }) => process.exit(why === 'EPIPE' ? code.done : code.failed));

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof UsageError;
  const { codes = {} } = error instanceof BalieError ? error : {};
  const fields = Object.entries(codes).map(([field, what]) => `\n  ${field}: ${what.join(', ')}`);
  process.stderr.write(
    `balie: ${error.message}${fields.join('')}${isUsage ? '\nbalie --help says how' : ''}\n`,
  );
  process.exitCode = isUsage ? code.usage : code.failed;
}
