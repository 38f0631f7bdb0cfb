import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '@portico/shared/paths.ts'
import { PageDataSchema, pageDataId } from '@portico/shared/release/discovery-document.ts'
import type { LoadReport } from '@portico/shared/release/load-report.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { getBucket } from '@portico/shared/rollout/bucket.ts'
import { type Rollout, RolloutSchema } from '@portico/shared/rollout/rollout-record.ts'
import * as v from 'valibot'
import type { Site } from '../site/start-site.ts'
import { packVariant } from './release-variant.ts'

/** The calls of whoever stages releases at a site. */
export function createRolloutClient(site: Site) {
  const token = readFileSync(join(site.dataDir, 'admin-token'), 'utf8').trim()

  async function call(method: string, path: string, body: object): Promise<unknown> {
    const isArchive = body instanceof Uint8Array
    const answer = await fetch(site.origin + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': isArchive ? 'application/gzip' : 'application/json',
      },
      body: isArchive ? new Uint8Array(body) : JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${text}`)
    return JSON.parse(text)
  }

  return {
    call,
    /** Publishes a version and gives its canary to half of the visitors. */
    async stage(
      remote: string,
      version: string,
      archive: Uint8Array<ArrayBuffer> | null = null,
    ): Promise<Rollout> {
      const packed = archive ?? (await packVariant(remote, version))
      await call('PUT', `${paths.publish}/${remote}/${version}`, packed)
      let rollout = v.parse(
        RolloutSchema,
        await call('POST', paths.rollouts, { remote, to: version, plan: 'mid' }),
      )
      while (rollout.share < 5_000)
        rollout = v.parse(RolloutSchema, await call('POST', `${paths.rollouts}/${rollout.id}/advance`, {}))
      return rollout
    },
  }
}

/** Id of a visitor of an arm. */
export function findVisitorId({ salt, share }: Rollout, arm: 'canary' | 'stable'): string {
  for (;;) {
    const id = randomBytes(16).toString('base64url')
    if (getBucket(salt, id) < share === (arm === 'canary')) return id
  }
}

/** Sends the report of one load of a visitor's page, as a browser does. */
export async function sendLoadReport(
  { origin }: Site,
  rollout: Rollout,
  load: Pick<LoadReport, 'outcome'> & { readonly arm: 'canary' | 'stable' },
): Promise<void> {
  const release = (load.arm === 'canary' ? rollout.to : rollout.from) ?? ''
  const told = { remote: rollout.remote, rollout: rollout.id, phase: 'entry', ms: 100, fellBackTo: null }
  await fetch(origin + paths.beacon, {
    method: 'POST',
    headers: {
      'content-type': 'text/plain',
      cookie: `portico_visitor=${findVisitorId(rollout, load.arm)}`,
    },
    body: JSON.stringify({
      schemaVersion: 1,
      view: randomBytes(16).toString('base64url'),
      revision: 1,
      loads: [{ ...told, ...load, release }],
    }),
  })
}

/** Id of the release that a visitor's new page names. */
export async function fetchSelectedRelease(
  { origin }: Site,
  remote: string,
  visitorId: string,
): Promise<string> {
  const answer = await fetch(`${origin}/`, { headers: { cookie: `portico_visitor=${visitorId}` } })
  const json = (await answer.text()).split(`id="${pageDataId}">`)[1]?.split('</script>')[0] ?? ''
  const { remotes } = v.parse(v.pipe(v.string(), v.parseJson(), PageDataSchema), json)
  const found = remotes.find(({ name }) => name === remote)
  return found === undefined ? '' : getReleaseId(found.release)
}
