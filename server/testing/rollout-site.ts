import { join } from 'node:path'
import { DiscoveryDocumentSchema } from '@portico/shared/release/discovery-document.ts'
import { RolloutSchema } from '@portico/shared/rollout/rollout-record.ts'
import * as v from 'valibot'
import { publishAtStartup } from '../delivery/lifecycle/publish-at-startup.ts'
import { createToken } from '../delivery/tokens/token-repository.ts'
import { adminTokenOf, makeCaller } from './api-client.ts'
import { archiveOfRemote } from './archives.ts'
import { writeRemote, writeShell } from './builds.ts'
import type { TestServer } from './test-server.ts'

/** A site whose remotes were published at a start, as version 1.0.0. */
export async function publishSite(server: TestServer, ...remotes: readonly string[]): Promise<void> {
  const dist = join(server.configuration.dataDir, `dist-of-${remotes.join()}`)
  writeShell(dist)
  for (const remote of remotes) writeRemote(dist, remote)
  await publishAtStartup(dist, server)
}

/** Whoever stages the releases of a site. */
export function makeStager(server: TestServer) {
  const caller = makeCaller(server, adminTokenOf(server))
  const parsed = async (answer: ReturnType<typeof caller.get>) =>
    v.parse(RolloutSchema, (await answer).json())
  return {
    ...caller,
    /** Publishes `<version>-<hash>` of a remote; returns that id. */
    async publish(remote: string, version: string, hash = '11111111'): Promise<string> {
      const archive = await archiveOfRemote(remote, { version, hash })
      const answer = await caller.archive('PUT', `/-/releases/${remote}/${version}`, archive)
      if (answer.statusCode !== 201) throw new Error(answer.body)
      return `${version}-${hash}`
    },
    start: (remote: string, to: string, plan = 'mid') =>
      parsed(caller.post('/-/rollouts', { remote, to, plan })),
    step: (id: string, verb: string, body: object = {}) =>
      parsed(caller.post(`/-/rollouts/${id}/${verb}`, body)),
    rollout: (id: string) => parsed(caller.get(`/-/rollouts/${id}`)),
    async document() {
      return v.parse(DiscoveryDocumentSchema, (await caller.get('/-/discovery.json')).json())
    },
    /** A caller who may do this and nothing else. */
    async with(...scopes: readonly string[]) {
      const { secret } = await createToken(server.db, { name: scopes.join(' '), scopes, days: 1 })
      return makeCaller(server, secret)
    },
  }
}
