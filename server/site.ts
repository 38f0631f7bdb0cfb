import { paths } from '@portico/kit/paths.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Configuration } from './configuration/configuration.ts'
import { describeMissingContent } from './configuration/open-content.ts'
import { readSite } from './configuration/read-site.ts'
import { watchSite } from './configuration/watch-site.ts'
import { isLocalSite } from './http/network/loopback.ts'
import { migrations } from './migrations.ts'
import { publishKit } from './releases/kit/kit-store.ts'
import { publishAtStartup } from './rollouts/startup/publish-at-startup.ts'
import { createSiteFeatures } from './site-features.ts'
import type { Edition } from './start.ts'

/** The rollout plane and a site. */
export const site: Edition = {
  migrations,
  open(configuration, log) {
    const site = openSite(configuration, log)
    return { site, features: createSiteFeatures(site), hints: describeMailbox(configuration) }
  },
  async publish({ configuration, ...database }, log) {
    const { publishFrom } = configuration
    if (publishFrom === null) return
    await database.onceAvailable(async () => {
      await publishAtStartup(publishFrom, { configuration, ...database }, (message) => log.warn(message))
      await publishKit(publishFrom, { configuration, log })
    })
  },
}

function openSite(configuration: Configuration, log: FastifyBaseLogger) {
  const { siteConfigFile, releasesFrom } = configuration
  if (releasesFrom !== null)
    return watchSite(siteConfigFile, (error) => log.warn({ err: error }, 'site configuration'))
  const missing = describeMissingContent(configuration)
  if (missing !== null) log.warn(missing)
  return readSite(siteConfigFile)
}

/** Where the owner reads emails that the site can't send, unless it sends them or the mailbox doesn't open. */
function describeMailbox({ smtp, host, publicUrl }: Configuration): string[] {
  return smtp === null && isLocalSite(host, publicUrl)
    ? [`Emails appear at ${publicUrl}${paths.mailbox}`]
    : []
}
