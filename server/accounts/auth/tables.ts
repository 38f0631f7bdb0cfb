// better-auth's tables, with its names, as far as our own statements use them, and the limits' table.

/** A moment: a Date from PostgreSQL, ISO 8601 text from SQLite. */
type Time = Date | string

interface UserTable {
  readonly id: string
  name: string
  email: string
  emailVerified: boolean | number
  /** In lower case: two that differ in case only are one. */
  username: string | null
  /** As the visitor wrote it. */
  displayUsername: string | null
  /** The address was confirmed by a mail of ours, not by a provider. */
  mailConfirmed: boolean | number | null
  createdAt: Time
}

interface SessionTable {
  readonly id: string
  readonly userId: string
  readonly token: string
  expiresAt: Time
}

interface AccountTable {
  readonly id: string
  readonly userId: string
  /** `credential` (a password), `google` or `github`. */
  readonly providerId: string
  readonly accountId: string
  password: string | null
}

interface VerificationTable {
  readonly id: string
  readonly identifier: string
  value: string
  expiresAt: Time
}

interface CallLimitTable {
  readonly key: string
  count: number
  endsAt: number
}

/** Tables of the accounts. */
export interface AccountTables {
  user: UserTable
  session: SessionTable
  account: AccountTable
  verification: VerificationTable
  call_limit: CallLimitTable
}
