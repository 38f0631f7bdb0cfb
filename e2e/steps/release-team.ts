import type { BrowserContext } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
} from '@portico/protocol/discovery/discovery-document.ts'
import { listApps } from '@portico/protocol/discovery/list-apps.ts'
import { runReleaseCli } from '@portico/tools/release-cli/run-release-cli.ts'
import { readAdminToken } from '@portico/tools/testing/read-admin-token.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import { readSetCookie } from '@portico/tools/testing/read-set-cookie.ts'
import * as v from 'valibot'
import { canaryDist, canaryVersion, releasedRemote as remote } from '../releases/derived-releases.ts'
import type { Site } from '../site/start-site.ts'

const visitorCookie = 'portico_visitor'

/** Visits the site as new visitors until one gets the arm; returns the value of the visitor's cookie. */
async function findVisitor(origin: string, where: 'in' | 'out', name: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${origin}/`)
    const { remotes, shell } = readPageData(await response.text())
    const arm = name === 'shell' ? shell?.arm : remotes.find((candidate) => candidate.name === name)?.arm
    const value = readSetCookie(response, visitorCookie)
    if (arm === undefined || value === undefined)
      throw new Error(`A new visitor got no arm of ${name}: ${arm}, ${value}`)
    if ((arm === 'canary') === (where === 'in')) return value
  }
}

/** What a remote's team does with the release command on a site. */
export function createReleaseTeam({ origin, dataDir }: Pick<Site, 'origin' | 'dataDir'>, secret?: string) {
  const token = secret ?? readAdminToken({ dataDir })

  async function release(...args: string[]): Promise<{ exitCode: number; output: unknown }> {
    const printed: string[] = []
    const exitCode = await runReleaseCli([...args, '--json'], {
      environment: { RELEASE_URL: origin, RELEASE_TOKEN: token },
      print: (text) => printed.push(text),
      printError: () => {},
    })
    const text = printed.join('')
    return { exitCode, output: text === '' ? null : JSON.parse(text) }
  }

  async function document(): Promise<DiscoveryDocument> {
    const response = await fetch(origin + paths.discovery)
    return v.parse(DiscoveryDocumentSchema, await response.json())
  }

  async function canary() {
    const active = (await document()).remotes[remote]?.canary
    if (active === undefined) throw new Error(`${remote} has no active rollout.`)
    return active
  }

  /** Gives a browser the id of this visitor. */
  async function identifies(browser: BrowserContext, visitor: string): Promise<void> {
    await browser.addCookies([{ name: visitorCookie, value: visitor, url: origin }])
  }

  return {
    release,
    document,
    canary,
    /** Publishes the canary and rolls it out to its first share, unless an earlier test on the same site did that. */
    async startsCanary({ name = remote, folder = canaryDist, version = canaryVersion } = {}) {
      if (listApps(await document())[name]?.canary !== undefined) return
      // Opening each of its pages is what the journeys of the release command are for.
      await release('publish', name, '--folder', folder, '--no-browser', '--reason', 'a test')
      await release('start', name, version, '--plan', 'low')
      await release('advance', name)
    },
    /** A visitor inside or outside the canary's share, for `identifies`. */
    findsVisitor: (where: 'in' | 'out', name = remote) => findVisitor(origin, where, name),
    identifies,
    /** Gives a browser a visitor id inside or outside the canary's share. */
    async assignsVisitor(browser: BrowserContext, where: 'in' | 'out', name = remote) {
      await identifies(browser, await findVisitor(origin, where, name))
    },
  }
}
