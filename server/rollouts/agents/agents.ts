import type { SendRequest } from '@portico/protocol/agents/agent-tool.ts'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import { formatProblem } from '@portico/protocol/format-problem.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { readProblem } from '../../http/problems/read-problem.ts'
import { requireSameOrigin } from '../../http/requests/require-same-origin.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { requireToken } from '../../releases/tokens/require-token.ts'

/** `/-/mcp`: the release API as an MCP server. Each call of a tool is a request of the API, with the token of its caller. */
export async function agents(
  app: FastifyInstance,
  { db, configuration }: Pick<ReleaseStorage, 'db' | 'configuration'>,
): Promise<void> {
  requireSameOrigin(app, configuration)
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: consolePaths.mcp,
    async handler(request, reply) {
      const { scopes } = await requireToken(db, request, 'any')
      // Few sites use it, and it needs 30 MB.
      const { respondToAgent } = await import('@portico/protocol/agents/agent-server.ts')
      const send = createSender(app, request)
      const asked = toWebRequest(request, configuration)
      return reply.send(await respondToAgent(asked, request.body, { scopes, send }))
    },
  })
}

function createSender(app: FastifyInstance, { headers, ip }: FastifyRequest): SendRequest {
  const { authorization = '' } = headers
  return async ({ method, path, body, response }) => {
    const answer = await app.inject({
      method,
      url: path,
      headers: { authorization },
      remoteAddress: ip,
      ...(body && { payload: body }),
    })
    const problem = answer.statusCode < 400 ? null : readProblem(answer.body)
    if (problem !== null) throw new Error(formatProblem(problem))
    return v.parse(response, answer.json())
  }
}

function toWebRequest({ method, url, headers }: FastifyRequest, { publicUrl }: { publicUrl: string }) {
  const texts = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Request(new URL(url, publicUrl), { method, headers: texts })
}
