import { once } from 'node:events'
import { paths } from '@portico/kit/paths.ts'
import { TokenSchema } from '@portico/protocol/tokens/token-api.ts'
import type { Command } from './command.ts'

/** `mcp`: the release API as an MCP server, for agents that start programs. */
export const mcp: Command = {
  usage: 'mcp [--read-only]',
  summary: 'serves the release API to an agent over stdin and stdout (Model Context Protocol)',
  maxArguments: 0,
  notes: [
    '--read-only      offers no tool that changes anything, whatever the token permits',
    'Start it with `npm run --silent release -- mcp`, because npm itself prints to stdout.',
    'Over HTTP, the site itself is an MCP server at /-/mcp, with the header Authorization: Bearer <token>.',
  ],
  flags: { 'read-only': { type: 'boolean' } },
  async run(context) {
    const site = context.site()
    const { name, scopes } = await site.send({ path: paths.ownToken, response: TokenSchema })
    const { serveAgent } = await import('@portico/protocol/agents/agent-server.ts')
    context.progress(`Serving ${site.address} as "${name}" until the input ends.`)
    serveAgent({ scopes: context.flags['read-only'] === true ? [] : scopes, send: site.send })
    await once(process.stdin, 'end')
    return { json: null, text: '' }
  },
}
