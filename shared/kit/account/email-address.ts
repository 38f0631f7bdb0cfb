// Only what a domain can contain: the URL parser would also accept ports, credentials and paths.
const domainCharacters = /^[\p{L}\p{M}\p{N}.。．｡-]+$/u

/**
 * The address with its domain in ASCII (IDNA): `ada@exämple.com` becomes `ada@xn--exmple-cua.com`. Two spellings of one
 * domain become the same address, and two domains that only look alike stay different. Unchanged if it has no valid domain.
 */
export function toAsciiEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const url = `https://${domain}`
  if (at === -1 || !domainCharacters.test(domain) || !URL.canParse(url)) return email
  return `${email.slice(0, at)}@${new URL(url).hostname}`
}

/** An address that mail servers accept, in ASCII and lower case. */
export const asciiEmailPattern = /^[\w+-]+(?:\.[\w+-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/
