import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'
import type * as v from 'valibot'
import type { TokenPermission } from '../tokens/token-api.ts'

/** Sends a request to the release API. Throws an Error whose message says what is wrong and what to do. */
export type SendRequest = <S extends v.GenericSchema>(request: {
  readonly method: 'GET' | 'POST'
  /** Path and query. */
  readonly path: string
  readonly body?: object
  readonly response: S
}) => Promise<v.InferOutput<S>>

/** A tool: one request of the release API. */
interface Definition<S extends v.GenericSchema> {
  readonly name: string
  /** What it does, and for one that acts, what visitors get afterwards. */
  readonly description: string
  /** What the token must permit; missing: to read, which sends GET. */
  readonly verb?: TokenPermission
  /** It acts, but visitors keep what they have. */
  readonly isHarmless?: boolean
  /** With arguments in braces; the others are the query or the body. */
  readonly path: string
  /** JSON Schemas of the arguments by name. */
  readonly input?: Readonly<Record<string, object>>
  /** Those that may be missing. */
  readonly optional?: Readonly<Record<string, object>>
  readonly response: S
  /** A summary of the response, which follows it. */
  describe(response: v.InferOutput<S>): string
}

/** A tool that can be added to an MCP server. */
export interface AgentTool {
  readonly verb: TokenPermission
  register(server: McpServer, send: SendRequest): void
}

/** A tool from its definition. */
export function defineTool<S extends v.GenericSchema<unknown, object>>({
  name,
  description,
  verb = 'read',
  isHarmless = verb === 'read',
  path,
  input = {},
  optional = {},
  response,
  describe,
}: Definition<S>): AgentTool {
  const inputSchema = fromJsonSchema<Readonly<Record<string, unknown>>>({
    type: 'object',
    properties: { ...input, ...optional },
    required: Object.keys(input),
    additionalProperties: false,
  })
  const annotations = {
    readOnlyHint: verb === 'read',
    destructiveHint: !isHarmless,
    idempotentHint: verb === 'read' || verb === 'switch',
  }
  return {
    verb,
    register(server, send) {
      server.registerTool(name, { description, inputSchema, annotations }, async (args) => {
        const output = await send({ ...toRequest(verb, path, args), response })
        // Some clients show their model the texts alone.
        const content = [describe(output), JSON.stringify(output)].map((text) => ({
          type: 'text' as const,
          text,
        }))
        return { content, structuredContent: { ...output } }
      })
    },
  }
}

function toRequest(verb: TokenPermission, path: string, args: Readonly<Record<string, unknown>>) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(args[name])))
  const others = Object.entries(args).filter(([name]) => !path.includes(`{${name}}`))
  if (verb !== 'read') return { method: 'POST', path: filled, body: Object.fromEntries(others) } as const
  const query = others.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  return { method: 'GET', path: `${filled}?${query}` } as const
}

const name = { type: 'string', pattern: '^[a-z][a-z0-9-]*$' } // nothing in it changes a path

/** JSON Schemas of arguments that several tools take. */
export const fields = {
  remote: { ...name, description: 'The name of a remote, such as "catalogue"' },
  rollout: { ...name, description: 'The id of a rollout, such as "r-0a1b2c3d4e5f"' },
  release: {
    type: 'string',
    pattern: '^[0-9][0-9A-Za-z.-]*$',
    description: 'A version such as "1.2.0", or one build of it such as "1.2.0-0a1b2c3d"',
  },
  reason: {
    type: 'string',
    minLength: 1,
    maxLength: 500,
    description: 'Why, in one line: notifications show it, and the audit log keeps it',
  },
} as const
