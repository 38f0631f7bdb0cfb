import { Problem } from '../../http/problems/errors.ts'

// Names that could pass for the site, its staff or nobody at all. Not the long lists of packages: those protect paths
// (`music`, `news`), and this site has no paths with usernames.
const reserved: ReadonlySet<string> = new Set(
  `abuse account accounts admin administration administrator admins anonymous api auth billing bot contact daemon deleted
  everyone everybody false guest help helpdesk host hostmaster info login mailer mailerdaemon me moderator moderators nan
  nil nobody none noreply null official operator owner postmaster portico register root rootuser security self server
  service settings sitename somebody someone staff superuser support sys sysadmin system team test true undefined unknown
  user username users webmaster you`.split(/\s+/),
)

const minLetters = 3

/** Letters and digits in lower case: what is left of `A.d_min` is `admin`. */
function normalizeUsername(username: string): string {
  return username.toLowerCase().replace(/[._]/g, '')
}

/** Whether a new account may have this username. Accounts that have one already keep it. */
export function isUsernameAllowed(username: string): boolean {
  const name = normalizeUsername(username)
  return name.length >= minLetters && !reserved.has(name)
}

/** Throws `invalid-request` if a new account may not have this username. */
export function requireAllowedUsername(username: string): void {
  if (isUsernameAllowed(username)) return
  const isReserved = reserved.has(normalizeUsername(username))
  throw new Problem('invalid-request', {
    fields: {
      username: isReserved
        ? 'This username is reserved. Choose another one.'
        : `Use at least ${minLetters} letters or digits.`,
    },
  })
}
