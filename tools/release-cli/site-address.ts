import { UsageError } from './command.ts'

/** The address of the site and the token, from RELEASE_URL and RELEASE_TOKEN. Throws a UsageError without the token. */
export function readSite({ RELEASE_URL, RELEASE_TOKEN }: Readonly<Record<string, string | undefined>>) {
  return { address: parseAddress(RELEASE_URL?.trim() ?? ''), token: parseToken(RELEASE_TOKEN ?? '') }
}

function parseAddress(text: string): string {
  if (text === '')
    throw new UsageError('Set RELEASE_URL to the address of the site, for example https://ada.example.')
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const scheme = /^(?:localhost|127\.|\[::1\])/.test(text) ? 'http' : 'https'
    const whole = `${scheme}://${text}`
    const meant = !text.includes('://') && URL.canParse(whole) ? ` Did you mean ${whole}?` : ''
    throw new UsageError(`RELEASE_URL must begin with https:// or http://.${meant}`)
  }
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      'RELEASE_URL contains a user name or a password. Remove it; the token is in RELEASE_TOKEN.',
    )
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new UsageError(
      `RELEASE_URL must be the address of the site without a path: ${url.origin}, not ${url.href}.`,
    )
  return url.origin
}

function parseToken(token: string): string {
  if (token === '')
    throw new UsageError('Set RELEASE_TOKEN to your token. The operator of the site can create one for you.')
  const problem = findTokenProblem(token)
  if (problem !== null)
    throw new UsageError(
      `RELEASE_TOKEN contains ${problem}. Set it to the token alone, which begins with portico_.`,
    )
  return token
}

// Never with the token itself: it would end up in the log of a build machine.
function findTokenProblem(token: string): string | null {
  if (/[\r\n]/.test(token))
    return /[\r\n]+$/.test(token) && !/[\r\n]/.test(token.trimEnd())
      ? 'a line break at its end'
      : 'a line break'
  if (/\s/.test(token)) return 'a space'
  if (/["'`]/.test(token)) return 'a quotation mark'
  return /[^\x21-\x7e]/.test(token) ? 'a character that no token has' : null
}
