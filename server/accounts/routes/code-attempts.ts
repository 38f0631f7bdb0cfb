import { APIError } from 'better-auth/api'
import { Problem } from '../../http/problems/errors.ts'
import type { AccountLimits } from '../account-limits.ts'

/**
 * Counts an attempt to enter an emailed code; throws `code-invalid` if there have been too many. Returns what turns
 * better-auth's error into ours, which says how many attempts are left.
 */
export async function countCodeAttempt(
  limits: AccountLimits,
  userId: string,
): Promise<(cause: unknown) => never> {
  const { remaining } = await limits.countByAccount('verify-code', userId)
  if (remaining < 0) throw createProblem(`Too many wrong attempts: this code no longer works. ${sendNewCode}`)
  return (cause) => {
    if (!(cause instanceof APIError) || cause.statusCode >= 500) throw cause
    throw createProblem(
      remaining === 0
        ? `This code is wrong, and has now been tried too often. ${sendNewCode}`
        : `This code is wrong or has expired. ${remaining} ${remaining === 1 ? 'try' : 'tries'} left.`,
    )
  }
}

const sendNewCode = 'Choose “Send a new code”.' // the button's name

function createProblem(message: string): Problem {
  return new Problem('code-invalid', { fields: { code: message } })
}
