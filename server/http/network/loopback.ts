/** Whether a host name or address is this machine's own, unreachable from another. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name)
}

/** Whether a site is reached from its own machine only: it listens there, and that is where its address leads. */
export function isLocalSite(host: string, publicUrl: string): boolean {
  return isLoopback(host) && isLoopback(new URL(publicUrl).hostname)
}
