import { RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createToken, revokeToken } from '../../releases/tokens/token-repository.ts'
import { readAdminToken } from '../../testing/api-client.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'

const protocolVersion = '2026-07-28'
const _meta = {
  'io.modelcontextprotocol/protocolVersion': protocolVersion,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

const ToolsSchema = v.object({
  result: v.object({ tools: v.array(v.looseObject({ name: v.string() })) }),
})
const CallSchema = v.object({
  result: v.object({
    content: v.array(v.object({ type: v.literal('text'), text: v.string() })),
    structuredContent: v.optional(v.record(v.string(), v.unknown())),
    isError: v.optional(v.boolean(), false),
  }),
})

interface Params {
  readonly name?: string
  readonly arguments?: object
}

describeWithServer('the release API for agents', (server) => {
  const client = () => createRolloutClient(server())
  const admin = () => readAdminToken(server())
  const createSecret = async (name: string, ...scopes: readonly string[]) =>
    createToken(server().db, { name, scopes, days: 1 })

  /** Sends one JSON-RPC request, as a client of the stateless protocol does. */
  function send(token: string, method: string, params: Params = {}, headers: Record<string, string> = {}) {
    return server().app.inject({
      method: 'POST',
      url: '/-/mcp',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': protocolVersion,
        'mcp-method': method,
        ...(params.name && { 'mcp-name': params.name }),
        ...headers,
      },
      payload: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    })
  }

  async function call(token: string, name: string, args: object) {
    const { result } = v.parse(
      CallSchema,
      (await send(token, 'tools/call', { name, arguments: args })).json(),
    )
    const [sentence] = result.content
    return { isError: result.isError, text: sentence?.text, content: result.structuredContent }
  }

  async function listTools(...scopes: readonly string[]) {
    const { secret } = await createSecret(`lists ${scopes}`, ...scopes)
    return v.parse(ToolsSchema, (await send(secret, 'tools/list')).json()).result.tools
  }

  test('a token sees the tools that its scopes permit, each with what it may do', async () => {
    const reading = await listTools('read')
    expect(reading.map(({ name }) => name)).toContain('get_rollout')
    expect(reading).toEqual(
      reading.map(() =>
        expect.objectContaining({ annotations: expect.objectContaining({ readOnlyHint: true }) }),
      ),
    )
    const names = (await listTools('switch:one')).map(({ name }) => name)
    expect(names.slice(reading.length)).toEqual(['turn_off', 'turn_on', 'freeze', 'unfreeze'])
    const rollBack = (await listTools('admin')).find(({ name }) => name === 'roll_back')
    expect(rollBack).toMatchObject({
      annotations: { readOnlyHint: false, destructiveHint: true },
      inputSchema: { required: ['remote', 'reason'] },
    })
  })

  test('an agent takes a release from its start to its rollback', async () => {
    await publishSite(server(), 'one')
    const to = await client().publish('one', '1.1.0')
    const reason = 'a test'
    const started = await call(admin(), 'start_rollout', { remote: 'one', to: '1.1.0', plan: 'mid', reason })
    const { id: rollout } = v.parse(RolloutSchema, started.content)
    expect(started.text).toContain(`Rollout ${rollout} of one ${to} is running, at testers.`)
    const steps = [
      ['advance_rollout', {}, 'is running, at 5 %'],
      ['advance_rollout', { to: 2_000 }, 'is running, at 20 %'],
      ['change_plan', { plan: 'low' }, 'is running, at 20 %'],
      ['pause_rollout', {}, 'is paused, at 20 %. Reason: a test.'],
      ['resume_rollout', {}, 'is running, at 20 %'],
    ] as const
    for (const [name, args, says] of steps)
      expect(await call(admin(), name, { rollout, reason, ...args }), name).toMatchObject({
        isError: false,
        text: expect.stringContaining(says),
      })
    expect(await call(admin(), 'create_preview', { remote: 'one', version: '1.1.0' })).toMatchObject({
      content: { url: expect.stringContaining('/-/preview/') },
    })
    expect(await call(admin(), 'get_overview', {})).toMatchObject({
      text: expect.stringContaining(`one: 20 % of visitors get ${to}, everyone else 1.0.0-0a1b2c3d.`),
    })
    expect(await call(admin(), 'get_rollout_history', { rollout })).toMatchObject({
      content: { events: expect.arrayContaining([expect.objectContaining({ what: 'rollout.pause' })]) },
    })
    expect(await call(admin(), 'roll_back', { remote: 'one', reason })).toMatchObject({
      text: 'Stable is 1.0.0-0a1b2c3d.',
    })
    expect(await call(admin(), 'get_rollout', { rollout })).toMatchObject({
      content: { status: 'rolled-back', reason },
    })
    expect(await call(admin(), 'list_releases', { remote: 'one' })).toMatchObject({
      content: { releases: [{ id: to, quarantined: reason }, {}] },
    })
    expect(await call(admin(), 'get_release', { remote: 'one', release: '1.1.0' })).toMatchObject({
      text: `${to} was published by admin.`,
      content: { quarantined: reason },
    })
    expect(await call(admin(), 'list_errors', { remote: 'one', release: '1.1.0' })).toMatchObject({
      text: 'No errors have been reported.',
    })
  })

  test('an action is in the audit log with the name of the token and the reason', async () => {
    const remote = 'logged'
    await publishSite(server(), remote)
    const { secret } = await createSecret('on duty', `switch:${remote}`)
    await call(secret, 'turn_off', { remote, reason: 'broken prices' })
    const { content } = await call(secret, 'list_events', { limit: 500 })
    expect(content).toMatchObject({
      events: [{}, {}, { what: 'remote.off', remote, by: 'on duty', reason: 'broken prices' }],
    })
    expect((await client().document()).remotes[remote]?.off).toBe('broken prices')
  })

  test.each([
    ['no reason', { remote: 'kept' }, "must have required property 'reason'"],
    ['an empty reason', { remote: 'kept', reason: ' ' }, 'expected a reason'],
    ['a path instead of a name', { remote: 'kept/../kept', reason: 'x' }, 'must match pattern'],
    ['a scope for another remote', { remote: 'other', reason: 'x' }, 'Expected a token with switch:other'],
  ])('%s: an action is refused and says why', async (title, args, says) => {
    await publishSite(server(), 'kept')
    const before = (await client().get('/-/events')).json()
    const { secret } = await createSecret(title, 'switch:kept')
    expect(await call(secret, 'turn_off', args)).toMatchObject({
      isError: true,
      text: expect.stringContaining(says),
    })
    expect((await client().get('/-/events')).json()).toEqual(before)
  })

  test('a revoked token is refused', async () => {
    const { id, secret } = await createSecret('revoked', 'read')
    expect((await send(secret, 'tools/list')).statusCode).toBe(200)
    await revokeToken(server().db, id)
    expect((await send(secret, 'tools/list')).json().code).toBe('token-invalid')
  })

  test.each([{ origin: 'https://evil.example' }, { cookie: 'a=b' }])(
    'a browser with %o is refused',
    async (headers) => {
      expect((await send(admin(), 'tools/list', {}, headers)).json().code).toBe('origin-not-allowed')
    },
  )

  test('nothing is kept open: neither streams nor subscriptions', async () => {
    const authorization = `Bearer ${admin()}`
    const stream = await server().app.inject({ url: '/-/mcp', headers: { authorization } })
    expect(stream.statusCode).toBe(405)
    expect((await send(admin(), 'subscriptions/listen')).json()).toMatchObject({
      error: { message: 'Subscription limit reached' },
    })
  })

  test('clients of earlier versions of the protocol are served, too', async () => {
    const initialized = await server().app.inject({
      method: 'POST',
      url: '/-/mcp',
      headers: { authorization: `Bearer ${admin()}`, accept: 'application/json, text/event-stream' },
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: _meta['io.modelcontextprotocol/clientInfo'],
        },
      },
    })
    expect(initialized.body).toContain('"serverInfo":{"name":"portico"')
  })
})
