/** Why a request to a site got no response, and what to do. `isChange`: it may have changed something before. */
export function describeConnectionError(
  thrown: unknown,
  { address, isChange }: { readonly address: string; readonly isChange: boolean },
): string {
  const next = isChange
    ? 'Check with status whether the request was carried out, and try again.'
    : 'Try again.'
  const code = findCode(thrown)
  const { hostname, host } = new URL(address)
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing listens at ${address}. Check the address, and that the site is running.`
    case 'ENOTFOUND':
      return `There is no host named ${hostname}. Check the address.`
    case 'EAI_AGAIN':
      return `The name ${hostname} can't be looked up at the moment. Check the network and its DNS, and try again.`
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return `${address} closed the connection before its response was complete. ${next} If it happens again, see the logs of the site and of any proxy in front of it.`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `${address} can't be reached from here (${code}). Check the address, the network, and firewalls in between.`
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return `${address} accepted the request, but didn't respond in time. ${next}`
    case 'CERT_HAS_EXPIRED':
      return `The TLS certificate of ${host} has expired. Renew it.`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The TLS certificate at ${host} is for another host name. Check the address.`
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `This machine doesn't trust who signed the TLS certificate of ${host}. If it is your own authority, set NODE_EXTRA_CA_CERTS to the file with its certificate.`
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return `${host} doesn't use TLS. Use http://${host} if that is intended.`
  }
  if (code?.startsWith('HPE_') || /HTTP\/1\.1 protocol/.test(findMessage(thrown)))
    return `${host} doesn't respond with HTTP. If it uses TLS, use https://${host}.`
  if (code?.startsWith('ERR_SSL') || code === 'EPROTO')
    return `The TLS connection to ${host} failed (${code}).`
  return `Could not reach ${address} (${code ?? findMessage(thrown)}). Check the address, and that the site is running.`
}

/** The innermost code: fetch wraps what the socket reports, which may be one error for each address of a host. */
function findCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined
  const inner = thrown instanceof AggregateError ? thrown.errors[0] : thrown.cause
  const own = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
  return findCode(inner) ?? own
}

function findMessage(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  return thrown.cause === undefined ? thrown.message : findMessage(thrown.cause)
}
