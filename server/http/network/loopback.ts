/** Whether a host name or address is a loopback one, which other machines can't reach. */
export function isLoopback(host: string): boolean {
  if (host === '127.0.0.1') return true // nearly always
  const name = host.replace(/^\[|\]$|^::ffff:(?=\d+\.)/g, '').toLowerCase()
  return name === 'localhost' || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name)
}

/** Whether a site can only be reached from its own machine: it listens on loopback, and its public URL is loopback too. */
export function isLocalSite(host: string, publicUrl: string): boolean {
  return isLoopback(host) && isLoopback(new URL(publicUrl).hostname)
}
