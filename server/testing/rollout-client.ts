import type { Rollout } from '@portico/shared/rollout/rollout-record.ts'
import { archiveOfRemote } from './archives.ts'

/** Something that a server has acknowledged: an event of it has to be in the chain for ever. */
export interface Acknowledged {
  readonly what: string
  readonly remote: string
  readonly rollout: string | null
  /** Of a release, `<remote>@<version>-<hash8>`. */
  readonly release?: string
}

/** A team that publishes and stages its remote, one call after the other, whatever happens to the servers. */
export function createRolloutClient(remote: string, { token }: { readonly token: string }) {
  const acknowledged: Acknowledged[] = []
  let minor = 0
  let rollout: string | null = null

  async function call(
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

  /** One whole release: published, started, advanced twice, and every other time rolled back. */
  async function* steps(address: () => string): AsyncGenerator<void> {
    for (;;) {
      minor += 1
      const version = `1.${minor}.0`
      const archive = await archiveOfRemote(remote, { version, hash: '11111111' })
      const published = await call(address(), 'PUT', `/-/releases/${remote}/${version}`, archive)
      if (published !== null)
        note({ what: 'release.publish', rollout: null, release: `${remote}@${version}-11111111` })
      yield
      const started = await call(address(), 'POST', '/-/rollouts', { remote, to: version, plan: 'mid' })
      if (started !== null) {
        rollout = (started as Rollout).id // its own test checks the shape
        note({ what: 'rollout.start', rollout })
      }
      yield
      for (const verb of ['advance', 'advance', minor % 2 ? 'rollback' : 'pause']) {
        if (rollout === null) break
        const done = await call(address(), 'POST', `/-/rollouts/${rollout}/${verb}`, { reason: 'test' })
        if (done !== null) note({ what: `rollout.${verb}`, rollout })
        yield
      }
      const cleared = await call(address(), 'POST', `/-/remotes/${remote}/rollback`, { reason: 'next' })
      if (cleared !== null) rollout = null
      yield
    }
  }

  function note(done: Omit<Acknowledged, 'remote'>): void {
    acknowledged.push({ remote, ...done })
  }

  return {
    acknowledged,
    /** Makes calls until `until` says so; a call that a kill cuts off is simply not acknowledged. */
    async run(address: () => string, until: () => boolean): Promise<void> {
      while (!until()) {
        try {
          for await (const _ of steps(address)) if (until()) return
        } catch (error) {
          if (!(error instanceof TypeError)) throw error // fetch's way to say that nobody answered
        }
      }
    },
  }
}
