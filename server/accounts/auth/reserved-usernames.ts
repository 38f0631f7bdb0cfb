import { foldText } from '@portico/kit/fold-text.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/tables.ts'
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
const minContained = 5 // a shorter name of the owner may be a part of other people's

/** Letters and digits in lower case: what is left of `A.d_min` is `admin`. Two usernames of which the same is left are one name. */
function normalizeUsername(username: string): string {
  return username.toLowerCase().replace(/[._]/g, '')
}

/** `normalizeUsername` of the column. A table may have a name twice, from before it counted as one. */
const normalizedUsername = sql<string | null>`replace(replace(username, '.', ''), '_', '')`

/** Whether another account has this username, in any spelling. */
export async function isUsernameTaken(db: Db, username: string, ownId = ''): Promise<boolean> {
  const others = db.selectFrom('user').select('id').where('id', '<>', ownId)
  return (
    (await others.where(normalizedUsername, '=', normalizeUsername(username)).executeTakeFirst()) !==
    undefined
  )
}

/** Whether a new account may have this username. Accounts that have one already keep it. */
export function isUsernameAllowed(username: string, ownerName = ''): boolean {
  return normalizeUsername(username).length >= minLetters && !isReserved(username, ownerName)
}

/** Throws `invalid-request` if a new account may not have this username on the site of this owner. */
export function requireAllowedUsername(username: string, ownerName: string): void {
  if (isUsernameAllowed(username, ownerName)) return
  throw new Problem('invalid-request', {
    fields: {
      username: isReserved(username, ownerName)
        ? 'This username is reserved. Choose another one.'
        : `Use at least ${minLetters} letters or digits.`,
    },
  })
}

/** Another account has this username. */
export function createUsernameTaken(): Problem {
  return new Problem('username-taken', {
    fields: { username: 'This username is taken. Choose another one.' },
  })
}

function isReserved(username: string, ownerName: string): boolean {
  const name = normalizeUsername(username)
  const words = foldText(ownerName).match(/[a-z\d]+/g) ?? []
  const full = [words, words.toReversed()].map((parts) => replaceLookalikes(parts.join('')))
  const short = (words[0]?.[0] ?? '') + words.slice(1).join('')
  const typed = replaceLookalikes(name)
  return (
    reserved.has(name) ||
    [...full, replaceLookalikes(short)].includes(typed) ||
    (words.length > 1 && full.some((own) => own.length >= minContained && typed.includes(own)))
  )
}

const lookalikes: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  l: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
}

function replaceLookalikes(name: string): string {
  return name.replace(/[013457l]/g, (character) => lookalikes[character] ?? character)
}
