import { type Rollout, RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import * as v from 'valibot'
import { packRemote } from './archives.ts'

/** A change that a server has acknowledged, so its event has to be in the audit log. */
export interface Acknowledged {
  readonly what: string
  readonly remote: string
  readonly rollout: string | null
  /** Id of a published release, `<remote>@<version>-<hash8>`. */
  readonly release?: string
}

function createSender(token: string) {
  let last = 'none'
  /** The parsed body of a response; null: the request was refused. */
  const send = async (method: string, url: string, body: object | Buffer): Promise<unknown> => {
    last = `${method} ${url}`
    const isArchive = body instanceof Buffer
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': isArchive ? 'application/gzip' : 'application/json',
      },
      body: isArchive ? new Uint8Array(body) : JSON.stringify(body),
    })
    last += ` ${response.status}`
    const text = await response.text()
    return response.ok ? JSON.parse(text) : null
  }
  return { send, readRequest: () => last }
}

/** Starts a rollout that half of the visitors see and nobody ends. */
export async function startLongRollout(
  remote: string,
  { token, origin }: { readonly token: string; readonly origin: string },
): Promise<Rollout> {
  const { send } = createSender(token)
  const archive = await packRemote(remote, { version: '1.1.0', hash: '11111111' })
  await send('PUT', `${origin}/-/releases/${remote}/1.1.0`, archive)
  const started = await send('POST', `${origin}/-/rollouts`, { remote, to: '1.1.0', plan: 'mid' })
  let rollout = v.parse(RolloutSchema, started)
  while (rollout.share < 5_000) {
    const advanced = await send('POST', `${origin}/-/rollouts/${rollout.id}/advance`, { reason: 'a test' })
    rollout = v.parse(RolloutSchema, advanced)
  }
  return rollout
}

/** A client that publishes and rolls out its remote, one request at a time, even while servers crash. */
export function createWorkload(remote: string, { token }: { readonly token: string }) {
  const acknowledged: Acknowledged[] = []
  let minor = 0
  let rollout: string | null = null
  const { send, readRequest } = createSender(token)

  /** One release at a time: published, rolled out, advanced twice, and then rolled back or paused. */
  async function* steps(address: () => string): AsyncGenerator<void> {
    for (;;) {
      minor += 1
      const version = `1.${minor}.0`
      const archive = await packRemote(remote, { version, hash: '11111111' })
      const published = await send('PUT', `${address()}/-/releases/${remote}/${version}`, archive)
      if (published !== null)
        acknowledge({ what: 'release.publish', rollout: null, release: `${remote}@${version}-11111111` })
      yield
      const started = await send('POST', `${address()}/-/rollouts`, { remote, to: version, plan: 'mid' })
      if (started !== null) {
        rollout = (started as Rollout).id // its shape has its own test
        acknowledge({ what: 'rollout.start', rollout })
      }
      yield
      for (const verb of ['advance', 'advance', minor % 2 ? 'rollback' : 'pause']) {
        if (rollout === null) break
        const done = await send('POST', `${address()}/-/rollouts/${rollout}/${verb}`, { reason: 'test' })
        if (done !== null) acknowledge({ what: `rollout.${verb}`, rollout })
        yield
      }
      const cleared = await send('POST', `${address()}/-/remotes/${remote}/rollback`, { reason: 'next' })
      if (cleared !== null) rollout = null
      yield
    }
  }

  function acknowledge(change: Omit<Acknowledged, 'remote'>): void {
    acknowledged.push({ remote, ...change })
  }

  return {
    acknowledged,
    /** The last request, with its status once there is a response. */
    readRequest,
    /** Sends requests until `isDone`; a request that a crash interrupts is simply not acknowledged. */
    async run(address: () => string, isDone: () => boolean): Promise<void> {
      while (!isDone()) {
        try {
          for await (const _ of steps(address)) if (isDone()) return
        } catch (error) {
          if (!(error instanceof TypeError)) throw error // fetch rejects with it if there is no response
        }
      }
    },
  }
}
