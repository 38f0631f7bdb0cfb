import { globSync } from 'node:fs'
import { join } from 'node:path'
import { ProblemSchema } from '@portico/kit/account/problem.ts'
import * as v from 'valibot'
import { expect } from 'vitest'
import { publishAtStartup } from '../rollouts/startup/publish-at-startup.ts'
import { createApiClient, readAdminToken } from './api-client.ts'
import { writeRemote, writeShell } from './builds.ts'
import type { TestServer } from './test-server.ts'

/** Uploads archives to a server as a team does, and inspects the resulting state. */
export function createUploads(server: () => TestServer) {
  const client = (token = readAdminToken(server())) => createApiClient(server(), token)
  const put = (payload: Buffer, url = '/-/releases/new/1.1.0') => client().archive('PUT', url, payload)

  async function publishShell(): Promise<void> {
    const dist = join(server().configuration.dataDir, 'dist')
    writeShell(dist)
    writeRemote(dist, 'old', { pages: [{ path: '/old' }, { path: '/old/:id' }] })
    await publishAtStartup(dist, server())
  }

  /** Everything that a rejected upload must not change. */
  async function readState() {
    const { db, configuration } = server()
    return {
      files: globSync('releases/**', { cwd: configuration.dataDir }).toSorted(),
      releases: await db.selectFrom('release').selectAll().orderBy('app').orderBy('id').execute(),
      documents: await db.selectFrom('document').select('revision').execute(),
      events: await db.selectFrom('event').select('seq').execute(),
      remotes: await db.selectFrom('remote').selectAll().orderBy('name').execute(),
    }
  }

  async function expectRejected(payload: Buffer, code: string, url?: string) {
    const before = await readState()
    const response = await put(payload, url)
    const problem = v.parse(ProblemSchema, response.json())
    expect([problem.code, response.headers['content-type']]).toEqual([
      code,
      'application/problem+json; charset=utf-8',
    ])
    expect(await readState()).toEqual(before)
    return problem
  }

  return { client, put, publishShell, readState, expectRejected }
}
