import type { Site } from '@portico/kit/site/site.ts'
import type { PasswordAlgorithm } from './accounts/auth/passwords.ts'
import { mailbox } from './accounts/mailbox/mailbox.ts'
import { openAccounts } from './accounts/open-accounts.ts'
import type { SiteFeatures } from './app.ts'
import { openContent } from './configuration/open-content.ts'
import { createAccountSignIn } from './console/account-sign-in.ts'
import { grants } from './console/grants.ts'
import { closeMatches } from './pages/close-matches/close-matches.ts'
import { getConnectOrigins } from './pages/connect-origins.ts'
import { contentFiles } from './pages/content/content-files.ts'
import { createFormRenderer } from './pages/html/form-page.ts'
import { createFrameReader, layouts } from './pages/html/site-frame.ts'
import { icons } from './pages/icons/icons.ts'
import { pages } from './pages/pages.ts'
import { pairingCodes } from './pages/pairing-codes/pairing-codes.ts'
import { seo } from './pages/seo/seo.ts'
import { kit } from './releases/kit/kit.ts'
import { previews } from './rollouts/previews/previews.ts'
import { sandbox } from './sandbox/sandbox.ts'

/** Accounts, pages, and what both need. `passwordAlgorithm` replaces scrypt in tests. */
export function createSiteFeatures(site: Site, passwordAlgorithm?: PasswordAlgorithm): SiteFeatures {
  return {
    origins: {
      getConnectOrigins: () => getConnectOrigins(site),
      getFormOrigins: () => getConnectOrigins({ apiBase: site.apiBase }), // requests to it, before the shell has started
    },
    async add(app, { configuration, database, outbox, discovery, derived, ...plane }) {
      const { db, kind, isUnavailable } = database
      const storage = { db, configuration }
      const accounts = await openAccounts({ ...storage, kind, isUnavailable, passwordAlgorithm }, app.log)
      app.addHook('onClose', () => accounts.stop())
      derived.push(accounts)
      const { readSession, readProfile } = accounts
      const content = openContent(configuration, (error) => app.log.warn({ err: error }, 'owner’s content'))
      const readFrame = createFrameReader({ configuration, discovery, site })
      const renderForm = createFormRenderer({ configuration, content, db, discovery, readProfile, site })
      const layout = { site, readFrame, readSession }

      await app.register(accounts.routes, { ...storage, ...layout, kind, outbox, renderForm })
      await app.register(mailbox, { configuration, ...layout })
      await app.register(grants, storage)
      await app.register(previews, { ...storage, ...layout, discovery })
      await app.register(kit, { ...storage, discovery })
      await app.register(contentFiles, { configuration, content })
      await app.register(sandbox, { ...storage, site, discovery })
      await app.register(icons, { configuration, site, discovery })
      await app.register(layouts, { configuration, site, discovery })
      await app.register(closeMatches, { configuration, site, content, discovery, readSession })
      await app.register(pairingCodes, { ...storage, site, readSession })
      await app.register(seo, { configuration, site, content, discovery })
      await app.register(pages, { ...storage, ...layout, ...plane, readProfile, content, discovery })
      return createAccountSignIn({ db, verifyPassword: accounts.verifyPassword })
    },
  }
}
