import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:tls'
import { chromium } from '@playwright/test'

/** Opens the home page of `https://example.com` behind a proxy in a browser that has to use HTTP/3. */
export async function openOverHttp3(
  origin: string,
): Promise<{ title: string; protocols: readonly string[] }> {
  const { hostname, port } = new URL(origin)
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    args: [
      `--host-resolver-rules=MAP example.com ${hostname}`,
      `--origin-to-force-quic-on=example.com:${port}`,
      `--ignore-certificate-errors-spki-list=${await readKeyHash(hostname, Number(port))}`,
    ],
  })
  try {
    const page = await browser.newPage()
    await page.goto(`https://example.com:${port}/`)
    const protocols = await page.evaluate(() => {
      const entries = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ] as PerformanceResourceTiming[]
      return entries.map(({ nextHopProtocol }) => nextHopProtocol)
    })
    return { title: await page.title(), protocols: [...new Set(protocols)] }
  } finally {
    await browser.close()
  }
}

/** The hash by which Chromium trusts a certificate that no authority has signed. */
async function readKeyHash(host: string, port: number): Promise<string> {
  const socket = connect({ host, port, servername: 'example.com', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { raw } = socket.getPeerCertificate()
  socket.destroy()
  const key = new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}
