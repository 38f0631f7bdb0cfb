import { join } from 'node:path'
import { DiscoveryDocumentSchema } from '@portico/protocol/discovery/discovery-document.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { emptyDiscovery, readDiscovery } from '../../releases/changes/discovery-repository.ts'
import { writeRemote, writeShell } from '../../testing/builds.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { publishAtStartup } from '../startup/publish-at-startup.ts'
import { toPublicDiscovery } from './to-public-discovery.ts'

const files = { 'prerendered/frame.txt': '<main></main>', 'prerendered/metadata.json': '[]' }
const getFile = (file: keyof typeof files) => ({ file, integrity: computeIntegrity(files[file]) })

describeWithServer('the public discovery document', (server) => {
  test('has no prerendered files, which are in the stored one', async () => {
    const dist = join(server().configuration.dataDir, 'dist')
    writeShell(dist, {
      files,
      prerendered: { frames: [{ path: '*', html: getFile('prerendered/frame.txt') }] },
    })
    writeRemote(dist, 'one', {
      files,
      prerendered: { metadata: getFile('prerendered/metadata.json'), pages: [] },
    })
    await publishAtStartup(dist, server())
    expect((await readStored()).stable.prerendered).toBeDefined()
    const { revision } = await readDiscovery(server().db)
    const { body } = await server().app.inject(`/-/discovery.json?revision=${revision}`)
    expect(body).not.toContain('prerendered')
    const { remotes } = v.parse(DiscoveryDocumentSchema, JSON.parse(body))
    expect(remotes.one?.stable.entry.file).toBe('remote.js')
  })

  test('has none of a fallback and a canary either', async () => {
    const { stable, team } = await readStored()
    const canary = { release: stable, rollout: 'ro_1', share: 100 }
    const document = { ...emptyDiscovery, remotes: { one: { team, stable, fallback: stable, canary } } }
    const { remotes } = toPublicDiscovery(document)
    expect(JSON.stringify(remotes)).not.toContain('prerendered')
    expect(remotes.one).toMatchObject({ team, canary: { rollout: 'ro_1', share: 100 } })
  })

  async function readStored() {
    const { one } = (await readDiscovery(server().db)).remotes
    if (one === undefined) throw new Error('The remote is missing.')
    return one
  }
})
