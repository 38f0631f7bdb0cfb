import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as v from 'valibot'
import { Problem } from '../../http/problems/errors.ts'

/** Adds `startSession` to better-auth, whose own sign-in refuses addresses that RFC 5322 allows. */
export const sessionPlugin = {
  id: 'portico-session',
  endpoints: {
    startSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: v.object({ userId: v.string() }) },
      async (ctx) => {
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(ctx.body.userId)
        if (user === null) throw new Problem('not-signed-in')
        await setSessionCookie(ctx, { session: await internalAdapter.createSession(user.id), user })
      },
    ),
  },
} satisfies BetterAuthPlugin
