import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { paths } from '@portico/kit/paths.ts'
import { reportTokenCookie } from '@portico/protocol/discovery/report-token-cookie.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'

/** How a visitor reports a load of a remote. */
export interface ReportedRollout {
  readonly remote: string
  readonly rollout: string
  /** The release of each arm. */
  readonly releases: Readonly<Record<'canary' | 'stable', string>>
}

/**
 * Opens the home page from another address of this machine, such as 127.0.7.1, and reports that the canary failed or that
 * stable loaded. Returns the visitor's arm.
 */
export async function visitFromAddress(
  address: string,
  origin: string,
  { remote, rollout, releases }: ReportedRollout,
): Promise<'canary' | 'stable'> {
  const page = await send(`${origin}/`, { address })
  const selected = readPageData(page.body).remotes.find(({ name }) => name === remote)
  const arm = selected?.arm === 'canary' ? 'canary' : 'stable'
  const cookies = (page.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '')
  const token = cookies.find((cookie) => cookie.startsWith(`${reportTokenCookie}=`))?.split('=')[1] ?? null
  const outcome = arm === 'canary' ? 'http' : 'ok'
  const load = {
    remote,
    release: releases[arm],
    rollout,
    arm,
    outcome,
    phase: 'entry',
    ms: 1,
    fellBackTo: null,
  }
  await send(origin + paths.beacon, {
    address,
    cookie: cookies.join('; '),
    body: JSON.stringify({ schemaVersion: 2, token, revision: 1, loads: [load] }),
  })
  return arm
}

interface SendOptions {
  readonly address: string
  readonly cookie?: string
  readonly body?: string
}

async function send(url: string, { address, cookie = '', body }: SendOptions) {
  const sent = request(url, {
    localAddress: address,
    method: body === undefined ? 'GET' : 'POST',
    headers: { cookie, 'content-type': 'text/plain' },
  })
  sent.end(body)
  const [response]: IncomingMessage[] = await once(sent, 'response')
  if (response === undefined) throw new Error(`${url} did not respond.`)
  return { headers: response.headers, body: await text(response) }
}
