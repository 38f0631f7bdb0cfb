import { globSync } from 'node:fs'
import { join } from 'node:path'
import { ProblemSchema } from '@portico/shared/account/problem.ts'
import * as v from 'valibot'
import { expect } from 'vitest'
import { publishAtStartup } from '../delivery/lifecycle/publish-at-startup.ts'
import { adminTokenOf, makeCaller } from './api-client.ts'
import { writeRemote, writeShell } from './builds.ts'
import type { TestServer } from './test-server.ts'

/** A team that sends archives to a server, and what the server then has. */
export function makeUploads(server: () => TestServer) {
  const caller = (token = adminTokenOf(server())) => makeCaller(server(), token)
  const put = (payload: Buffer, url = '/-/releases/new/1.1.0') => caller().archive('PUT', url, payload)

  async function withShell(): Promise<void> {
    const dist = join(server().configuration.dataDir, 'dist')
    writeShell(dist)
    writeRemote(dist, 'old', { pages: [{ path: '/old' }, { path: '/old/:id' }] })
    await publishAtStartup(dist, server())
  }

  /** Everything that a refusal must not change. */
  async function everything() {
    const { db, configuration } = server()
    return {
      files: globSync('releases/**', { cwd: configuration.dataDir }).toSorted(),
      releases: await db.selectFrom('release').selectAll().orderBy('app').orderBy('id').execute(),
      documents: await db.selectFrom('document').select('revision').execute(),
      events: await db.selectFrom('event').select('seq').execute(),
      remotes: await db.selectFrom('remote').selectAll().orderBy('name').execute(),
    }
  }

  async function expectRefused(payload: Buffer, code: string, url?: string) {
    const before = await everything()
    const answer = await put(payload, url)
    const problem = v.parse(ProblemSchema, answer.json())
    expect([problem.code, answer.headers['content-type']]).toEqual([
      code,
      'application/problem+json; charset=utf-8',
    ])
    expect(await everything()).toEqual(before)
    return problem
  }

  return { caller, put, withShell, everything, expectRefused }
}
