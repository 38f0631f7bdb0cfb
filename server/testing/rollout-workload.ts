import type { Rollout } from '@portico/shared/rollout/rollout-record.ts'
import { packRemote } from './archives.ts'

/** A change that a server has acknowledged, so its event has to be in the audit log. */
export interface Acknowledged {
  readonly what: string
  readonly remote: string
  readonly rollout: string | null
  /** Id of a published release, `<remote>@<version>-<hash8>`. */
  readonly release?: string
}

/** A client that publishes and rolls out its remote, one request after the other, whatever happens to the servers. */
export function createWorkload(remote: string, { token }: { readonly token: string }) {
  const acknowledged: Acknowledged[] = []
  let minor = 0
  let rollout: string | null = null

  async function send(
    address: string,
    method: string,
    path: string,
    body: object | Buffer,
  ): Promise<unknown> {
    const isArchive = body instanceof Buffer
    const response = await fetch(address + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': isArchive ? 'application/gzip' : 'application/json',
      },
      body: isArchive ? new Uint8Array(body) : JSON.stringify(body),
    })
    const text = await response.text()
    return response.ok ? JSON.parse(text) : null
  }

  /** One release at a time: published, rolled out, advanced twice, and then rolled back or paused. */
  async function* steps(address: () => string): AsyncGenerator<void> {
    for (;;) {
      minor += 1
      const version = `1.${minor}.0`
      const archive = await packRemote(remote, { version, hash: '11111111' })
      const published = await send(address(), 'PUT', `/-/releases/${remote}/${version}`, archive)
      if (published !== null)
        acknowledge({ what: 'release.publish', rollout: null, release: `${remote}@${version}-11111111` })
      yield
      const started = await send(address(), 'POST', '/-/rollouts', { remote, to: version, plan: 'mid' })
      if (started !== null) {
        rollout = (started as Rollout).id // its shape has its own test
        acknowledge({ what: 'rollout.start', rollout })
      }
      yield
      for (const verb of ['advance', 'advance', minor % 2 ? 'rollback' : 'pause']) {
        if (rollout === null) break
        const done = await send(address(), 'POST', `/-/rollouts/${rollout}/${verb}`, { reason: 'test' })
        if (done !== null) acknowledge({ what: `rollout.${verb}`, rollout })
        yield
      }
      const cleared = await send(address(), 'POST', `/-/remotes/${remote}/rollback`, { reason: 'next' })
      if (cleared !== null) rollout = null
      yield
    }
  }

  function acknowledge(change: Omit<Acknowledged, 'remote'>): void {
    acknowledged.push({ remote, ...change })
  }

  return {
    acknowledged,
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
