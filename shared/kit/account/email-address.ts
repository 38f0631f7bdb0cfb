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

/**
 * An address that mail servers accept, in ASCII and lower case: a dot-atom (RFC 5322, section 3.2.3), such as `o'brien`, of at most 64
 * characters (RFC 5321, section 4.5.3), but no quotes.
 */
export const asciiEmailPattern =
  /^(?=.{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/
