import { getNetwork } from '../http/network/get-network.ts'
import {
  type ActionLimits,
  createRateLimits,
  type RateLimitOptions,
  type Subject,
} from '../http/rate-limits.ts'
import type { Limit } from '../http/request-counters.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long an emailed code is valid. */
export const codeMinutes = 30

/** How long an address gets no further password reset emails. */
export const resetWindowMinutes = 60

/** A code expires after this many wrong attempts: only its visitor may enter it, who is signed in. */
const codeAttempts = 5

const accountLimits = {
  'sign-up': { address: [{ max: 10, windowMs: hour }], account: [] },
  'sign-in': { address: [{ max: 30, windowMs: minute }], account: [] },
  verify: { address: [{ max: 30, windowMs: 10 * minute }], account: [{ max: 10, windowMs: 10 * minute }] },
  // Attempts for one emailed code, which expires after this time; a new code resets the count.
  'verify-code': { address: [], account: [{ max: codeAttempts, windowMs: codeMinutes * minute }] },
  // By email address, and with the email of the sign-up: an account can be deleted and created again.
  'send-code': {
    address: [{ max: 20, windowMs: hour }],
    account: [
      { max: 4, windowMs: 10 * minute },
      { max: 11, windowMs: day },
    ],
  },
  'request-reset': {
    address: [{ max: 10, windowMs: hour }],
    account: [{ max: 3, windowMs: resetWindowMinutes * minute }],
  },
  reset: { address: [{ max: 20, windowMs: hour }], account: [] },
  update: { address: [], account: [{ max: 20, windowMs: hour }] },
  // For whoever has the session, which may be stolen. As many guesses as a login allows.
  password: {
    address: [],
    account: [
      { max: 5, windowMs: minute },
      { max: 100, windowMs: day },
    ],
  },
  provider: { address: [{ max: 30, windowMs: minute }], account: [] },
} as const satisfies Record<string, ActionLimits>

/**
 * Failed attempts to enter a password. NIST SP 800-63B allows 100 for an account. One network gets only a part of them,
 * so that it can't lock others out. A device that has logged in to the account before has its own.
 */
const attemptLimits = {
  network: [
    { max: 5, windowMs: minute },
    { max: 20, windowMs: day },
  ],
  account: [{ max: 100, windowMs: day }],
  device: [
    { max: 5, windowMs: minute },
    { max: 100, windowMs: day },
  ],
} as const satisfies Record<string, readonly Limit[]>

interface LoginAttempt {
  /** The id of the user, or the login that was tried. */
  readonly who: string
  readonly address: string
  /** What `readKnownDevice` returns. */
  readonly device: string | null
}

/** Creates the limits of everything that visitors do with accounts. */
export function createAccountLimits(options: RateLimitOptions) {
  const limits = createRateLimits(options, accountLimits)
  return {
    ...limits,
    /**
     * Counts an attempt to log in. Throws `too-many-requests` if there were too many failed ones. The returned function
     * uncounts the attempt: call it unless the password was wrong.
     */
    byAttempt: ({ who, address, device }: LoginAttempt): Promise<() => Promise<void>> =>
      limits.bySubjects(
        device === null
          ? [getAttemptSubject('network', who, getNetwork(address)), getAttemptSubject('account', who, '')]
          : [getAttemptSubject('device', who, device)],
      ),
    /** Resets all failed attempts on an account. */
    forgetAttempts: (who: string): Promise<void> =>
      limits.forgetSubject(getAttemptSubject('account', who, '')),
  }
}

export type AccountLimits = ReturnType<typeof createAccountLimits>

function getAttemptSubject(kind: keyof typeof attemptLimits, who: string, from: string): Subject {
  return { name: ['attempt', kind, who, from], limits: attemptLimits[kind] }
}
