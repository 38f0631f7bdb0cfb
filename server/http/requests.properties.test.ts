import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { ProblemSchema } from '@portico/kit/account/problem.ts'
import { paths } from '@portico/kit/paths.ts'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readAdminToken } from '../testing/api-client.ts'
import { describeWithServer } from '../testing/describe-databases.ts'
import { anyJson, patience, settings } from '../testing/properties.ts'

const { session, providers, profile, signOut, reset, sendCode, deleteAccount, ...withBody } = accountPaths
const routes = [
  ...Object.values(withBody),
  paths.previews,
  paths.rollouts,
  paths.tokens,
  `${paths.remotes}/one/rollback`,
  `${paths.remotes}/one/off`,
]

describeWithServer('a request', (server) => {
  test.each(routes)('to %s with any body gets a problem document', patience, async (url) => {
    const origin = new URL(server().configuration.publicUrl).origin
    const headers = {
      'content-type': 'application/json',
      origin,
      authorization: `Bearer ${readAdminToken(server())}`,
    }
    const bodies = fc.oneof(
      anyJson.map((value) => Buffer.from(JSON.stringify(value))),
      fc.uint8Array({ minLength: 1, maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
    )
    await fc.assert(
      fc.asyncProperty(bodies, async (payload) => {
        const response = await server().app.inject({ method: 'POST', url, headers, payload })
        const { status } = v.parse(ProblemSchema, response.json())
        expect([response.statusCode, Math.floor(status / 100)]).toEqual([status, 4])
      }),
      settings,
    )
  })
})
