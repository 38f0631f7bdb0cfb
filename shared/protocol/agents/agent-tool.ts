import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'
import * as v from 'valibot'
import type { TokenPermission } from '../tokens/token-api.ts'

/** Sends a request to the release API. Throws an Error whose message says what is wrong and what to do. */
export type SendRequest = <S extends v.GenericSchema>(request: {
  readonly method: 'GET' | 'POST'
  /** Path and query. */
  readonly path: string
  readonly body?: object
  /** Schema of the response. */
  readonly response: S
}) => Promise<v.InferOutput<S>>

/** A tool: one request of the release API. */
interface AgentToolDefinition<S extends v.GenericSchema> {
  readonly name: string
  /** What it does, and for one that acts, what visitors get afterwards. */
  readonly description: string
  /** What the token must permit. */
  readonly verb: TokenPermission
  /** Its changes can't take anything away from visitors, or give them new code. */
  readonly isHarmless?: boolean
  readonly isIdempotent?: boolean
  readonly method: 'GET' | 'POST'
  /** With arguments in braces; the others are the query or the body. */
  readonly path: string
  /** JSON Schemas of the arguments by name. */
  readonly input?: Readonly<Record<string, object>>
  /** Arguments that may be missing. */
  readonly optional?: Readonly<Record<string, object>>
  readonly response: S
  /** Sentences about the response, which follows them. */
  describe(response: v.InferOutput<S>): string
}

/** A tool that can be added to an MCP server. */
export interface AgentTool {
  readonly verb: TokenPermission
  register(server: McpServer, send: SendRequest): void
}

const ArgumentsSchema = v.record(
  v.string(),
  v.union([v.string(), v.number(), v.boolean(), v.array(v.unknown())]),
)

/** A tool from its definition. */
export function defineTool<S extends v.GenericSchema<unknown, object>>(
  definition: AgentToolDefinition<S>,
): AgentTool {
  const { name, description, verb, input = {}, optional = {}, response, describe } = definition
  const inputSchema = fromJsonSchema({
    type: 'object',
    properties: { ...input, ...optional },
    required: Object.keys(input),
    additionalProperties: false,
  })
  const isReading = verb === 'read'
  const annotations = {
    readOnlyHint: isReading,
    destructiveHint: !isReading && definition.isHarmless !== true,
    idempotentHint: isReading || definition.isIdempotent === true,
    openWorldHint: false,
  }
  return {
    verb,
    register(server, send) {
      server.registerTool(name, { description, inputSchema, annotations }, async (args) => {
        const output = await send({ ...toRequest(definition, v.parse(ArgumentsSchema, args)), response })
        return {
          // Some clients show their model the texts alone.
          content: [describe(output), JSON.stringify(output)].map((text) => ({ type: 'text', text })),
          structuredContent: { ...output },
        }
      })
    },
  }
}

function toRequest(
  { method, path }: Pick<AgentToolDefinition<v.GenericSchema>, 'method' | 'path'>,
  args: v.InferOutput<typeof ArgumentsSchema>,
) {
  const others = { ...args }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    delete others[name]
    return encodeURIComponent(String(args[name]))
  })
  if (method === 'POST') return { method, path: filled, body: others }
  const query = new URLSearchParams(
    Object.fromEntries(Object.entries(others).map(([key, value]) => [key, String(value)])),
  )
  return { method, path: query.size === 0 ? filled : `${filled}?${query}` }
}

/** A name, as manifests have it; nothing in it changes a path. */
const name = { type: 'string', pattern: '^[a-z][a-z0-9-]*$' }

/** JSON Schemas of arguments that several tools take. */
export const fields = {
  remote: { ...name, description: 'The name of a remote, such as "catalogue"' },
  rollout: { ...name, description: 'The id of a rollout, such as "r-0a1b2c3d4e5f", from get_overview' },
  release: {
    type: 'string',
    pattern: '^[0-9][0-9A-Za-z.-]*$',
    maxLength: 80,
    description: 'A version such as "1.2.0", or "1.2.0-0a1b2c3d" for one of several builds of it',
  },
  reason: {
    type: 'string',
    minLength: 1,
    maxLength: 500,
    description: 'Why, in one line: everyone who is notified sees it, and the audit log keeps it',
  },
} as const
