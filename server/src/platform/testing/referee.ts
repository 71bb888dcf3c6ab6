import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

/**
 * A judge of XML that shares no code with us: the command in `BALIE_REFEREE` takes files, holds them against the published
 * schemas and rules (UBL 2.1, CII, EN 16931, Peppol, NLCIUS), and answers with findings as JSON. Neither it nor the rules
 * are part of this repository. Undefined where none is named.
 */
export const referee = process.env['BALIE_REFEREE'];

const verdict = z.array(
  z.object({
    file: z.string(),
    checks: z.array(z.unknown()),
    findings: z.array(z.object({ rule: z.string(), severity: z.string(), text: z.string() })),
  }),
);

/** What the referee says of one document. */
export interface Judged {
  readonly name: string;
  /** How many sets of rules it was held against. */
  readonly checkCount: number;
  readonly findings: readonly { readonly rule: string; readonly severity: string; readonly text: string }[];
}

/** Holds documents against the public rules; a text where the referee lacks some of them. */
export async function judge(
  documents: Iterable<readonly [name: string, text: string | Uint8Array]>,
  options: readonly string[] = [],
): Promise<readonly Judged[] | string> {
  const folder = await mkdtemp(join(tmpdir(), 'balie-referee-'));
  try {
    const paths: string[] = [];
    for (const [name, text] of documents) {
      const path = join(folder, `${name}.xml`);
      await writeFile(path, text);
      paths.push(path);
    }
    const { code, output } = await run(referee ?? '', ['--json', ...options, ...paths]);
    if (code === 2) return output.trim();
    return verdict.parse(JSON.parse(output)).map(({ file, checks, findings }) => ({
      name: basename(file, '.xml'),
      checkCount: checks.length,
      findings,
    }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The findings as lines to compare with none. */
export function linesOf(judged: readonly Judged[]): string[] {
  return judged.flatMap(({ name, findings }) =>
    findings.map(({ rule, severity, text }) => `${name} ${severity} ${rule}: ${text}`),
  );
}

async function run(command: string, args: readonly string[]) {
  const failed = z.object({ code: z.int(), stdout: z.string(), stderr: z.string() });
  try {
    const { stdout } = await promisify(execFile)(command, [...args], { maxBuffer: 1e8 });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = failed.parse(error);
    return { code, output: code === 2 ? stderr : stdout };
  }
}
