import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DiscoveryDocumentSchema } from '@portico/protocol/discovery/discovery-document.ts'
import { RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import * as v from 'valibot'
import { makeChange } from '../releases/changes/make-change.ts'
import { createToken } from '../releases/tokens/token-repository.ts'
import { publishAtStartup } from '../rollouts/startup/publish-at-startup.ts'
import { createApiClient, readAdminToken } from './api-client.ts'
import { packRemote, packShell } from './archives.ts'
import { type TestBuild, type TestShell, writeRemote, writeShell } from './builds.ts'
import type { TestServer } from './test-server.ts'

/** Publishes the remotes at startup, as version 1.0.0. */
export async function publishSite(server: TestServer, ...remotes: readonly string[]): Promise<void> {
  const dist = join(server.configuration.dataDir, `dist-of-${remotes.join()}`)
  writeShell(dist)
  for (const remote of remotes) writeRemote(dist, remote)
  await publishAtStartup(dist, server)
}

/** Adds a path to a stable release, as a site of before paths were compared may have it. */
export async function addStablePath(server: TestServer, remote: string, path: string): Promise<void> {
  await makeChange(server, 'site', async ({ document, revise }) => {
    const entry = document.remotes[remote]
    if (entry === undefined) throw new Error(`${remote} is not released.`)
    const pages = [...entry.stable.pages, { path, access: 'open' as const, title: path, js: [], css: [] }]
    revise({
      ...document,
      remotes: { ...document.remotes, [remote]: { ...entry, stable: { ...entry.stable, pages } } },
    })
  })
}

/** Rolls out the releases of a site in tests. */
export function createRolloutClient(server: TestServer) {
  const client = createApiClient(server, readAdminToken(server))
  const parsed = async (response: ReturnType<typeof client.get>) =>
    v.parse(RolloutSchema, (await response).json())
  return {
    ...client,
    /** Publishes `<version>-<hash>` of a remote; returns that id. */
    async publish(
      remote: string,
      version: string,
      hash = '11111111',
      files: TestBuild['files'] = {},
    ): Promise<string> {
      const archive = await packRemote(remote, { version, hash, files })
      const response = await client.archive('PUT', `/-/releases/${remote}/${version}`, archive)
      if (response.statusCode !== 201) throw new Error(response.body)
      return `${version}-${hash}`
    },
    /** Publishes a release of the shell; returns its id. */
    async publishShell(version: string, shell: TestShell = {}): Promise<string> {
      const hash = '22222222'
      const archive = await packShell({ version, hash, ...shell })
      const response = await client.archive('PUT', `/-/releases/shell/${version}`, archive)
      if (response.statusCode !== 201) throw new Error(response.body)
      return `${version}-${hash}`
    },
    start: (remote: string, to: string, plan = 'mid') =>
      parsed(client.post('/-/rollouts', { remote, to, plan })),
    /** Advances without evidence, because tests have no visitors. */
    step: (id: string, verb: string, body: object = verb === 'advance' ? { reason: 'a test' } : {}) =>
      parsed(client.post(`/-/rollouts/${id}/${verb}`, body)),
    rollout: (id: string) => parsed(client.get(`/-/rollouts/${id}`)),
    async document() {
      return v.parse(DiscoveryDocumentSchema, (await client.get('/-/discovery.json')).json())
    },
    /** A caller who may do this and nothing else. */
    async with(...scopes: readonly string[]) {
      const name = `${scopes.join(' ')} ${randomUUID()}`
      const { secret } = await createToken(server.db, { name, scopes, days: 1 })
      return createApiClient(server, secret)
    },
  }
}
