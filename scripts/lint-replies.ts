import type { RuleTester } from 'oxlint/plugins-dev';

/**
 * A reply of Fastify is thenable: `await` of one, or of a promise of one, waits until the response has left and gives
 * `undefined`. Code that looks at such a value goes on as if nothing had been answered. So a reply is returned, never
 * awaited, and no function answers 'a reply or nothing': it answers a plain value, from which its caller makes the reply.
 *
 * This sees the text only. What a condition sees through inferred types is the work of `strict-boolean-expressions`.
 */
export const noAwaitedReply: Parameters<RuleTester['run']>[1] = {
  meta: {
    type: 'problem',
    messages: {
      awaited: 'A reply is returned, never awaited: `await` gives undefined and the code after it goes on.',
      union:
        'A reply or something else cannot be told apart once awaited: answer a plain value, and make the reply from it.',
    },
  },
  create: (context) => ({
    AwaitExpression(node) {
      if (isReply(node.argument)) context.report({ node, messageId: 'awaited' });
    },
    TSUnionType(node) {
      const isOne = node.types.some(
        (type) =>
          type.type === 'TSTypeReference' &&
          type.typeName.type === 'Identifier' &&
          type.typeName.name === 'FastifyReply',
      );
      if (isOne) context.report({ node, messageId: 'union' });
    },
  }),
};

// What answers the reply itself, so that calls can be chained.
const chained: ReadonlySet<string> = new Set([
  'code',
  'status',
  'header',
  'headers',
  'type',
  'send',
  'redirect',
  'serializer',
  'removeHeader',
  'hijack',
]);

/** `reply`, `visit.reply`, and calls on it that answer it again: `reply.code(200).send(x)`. */
function isReply(node: unknown): boolean {
  switch (textOf(node, 'type')) {
    case 'Identifier':
      return textOf(node, 'name') === 'reply';
    case 'MemberExpression':
      return textOf(partOf(node, 'property'), 'name') === 'reply';
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return isReply(partOf(node, 'expression'));
    case 'CallExpression': {
      const callee = partOf(node, 'callee');
      return chained.has(textOf(partOf(callee, 'property'), 'name')) && isReply(partOf(callee, 'object'));
    }
    default:
      return false;
  }
}

function partOf(node: unknown, name: string): unknown {
  return typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined;
}

function textOf(node: unknown, name: string): string {
  const part = partOf(node, name);
  return typeof part === 'string' ? part : '';
}

export default { meta: { name: 'balie' }, rules: { 'no-awaited-reply': noAwaitedReply } };
