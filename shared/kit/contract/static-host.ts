import type { Site } from '../site/site.ts'
import type { Host, Session } from './contract.ts'

const signedOut: Session = { authenticated: false, record: null }

/** A host for a page that is only rendered: its session never changes, and reports are ignored. */
export function createStaticHost(site: Site, session = signedOut): Host {
  return {
    session: {
      read: () => session,
      prerendered: session,
      subscribe: () => () => {},
      refresh: async () => null,
      signIn() {},
      signOut() {},
    },
    site,
    pages: [],
    navigate() {},
    report() {},
  }
}
