import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';

/** A tool that a model may use. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What it takes; refused otherwise. */
  readonly input: z.ZodObject;
  readonly isReadOnly: boolean;
  /** Gives what the model reads; a failure becomes an answer that says it failed. */
  readonly run: (input: unknown) => Promise<string>;
}

interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
}

const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
const code = { parse: -32700, request: -32600, method: -32601, parameters: -32602 } as const;

const message = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
});

class Refused extends Error {
  readonly code: number;
  constructor(number: number, sentence: string) {
    super(sentence);
    this.code = number;
  }
}

/**
 * Speaks the Model Context Protocol over lines of JSON (decision 0134) until its input ends. Nothing but the protocol is
 * written to the output.
 */
export async function serveLines(
  info: ServerInfo,
  tools: readonly Tool[],
  { input, output }: { readonly input: Readable; readonly output: Writable },
): Promise<void> {
  const send = (answer: object) => output.write(`${JSON.stringify({ jsonrpc: '2.0', ...answer })}\n`);
  const running = new Set<Promise<void>>();
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue;
    const work = answerTo(line, info, tools).then((answer) => void (answer && send(answer)));
    running.add(work);
    void work.finally(() => running.delete(work));
  }
  await Promise.all(running);
}

async function answerTo(line: string, info: ServerInfo, tools: readonly Tool[]): Promise<object | undefined> {
  const read = readMessage(line);
  if ('error' in read) return read;
  const { id, method, params = {} } = read.message;
  // An answer to us, or a notice: neither is answered.
  if (method === undefined || id === undefined) return undefined;
  try {
    return { id, result: await resultOf(method, params, info, tools) };
  } catch (error) {
    if (error instanceof Refused) return { id, error: { code: error.code, message: error.message } };
    throw error;
  }
}

function readMessage(line: string) {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { id: null, error: { code: code.parse, message: 'not JSON' } };
  }
  const parsed = message.safeParse(value);
  if (!parsed.success)
    return { id: null, error: { code: code.request, message: 'not a JSON-RPC 2.0 message' } };
  return { message: parsed.data };
}

async function resultOf(
  method: string,
  params: Readonly<Record<string, unknown>>,
  { instructions, ...serverInfo }: ServerInfo,
  tools: readonly Tool[],
): Promise<object> {
  switch (method) {
    case 'initialize': {
      const asked = versions.find((version) => version === params['protocolVersion']);
      return { protocolVersion: asked ?? versions[0], capabilities: { tools: {} }, serverInfo, instructions };
    }
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: tools.map(described) };
    case 'tools/call':
      return callTool(tools, params);
    default:
      throw new Refused(code.method, `there is no method ${method}`);
  }
}

function described({ name, title, description, input, isReadOnly }: Tool): object {
  const { $schema: _schema, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
  return {
    name,
    title,
    description,
    inputSchema,
    annotations: { title, readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false },
  };
}

async function callTool(
  tools: readonly Tool[],
  { name, arguments: given = {} }: Readonly<Record<string, unknown>>,
): Promise<object> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Refused(code.parameters, `there is no tool ${String(name)}`);
  const parsed = tool.input.safeParse(given);
  // The model reads it and mends its call.
  if (!parsed.success) return failed(z.prettifyError(parsed.error));
  try {
    return { content: [{ type: 'text', text: await tool.run(parsed.data) }] };
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

function failed(sentence: string): object {
  return { content: [{ type: 'text', text: sentence }], isError: true };
}
