import type { Site } from '../site/site.ts'
import type { Host, Session } from './contract.ts'

const signedOut: Session = { authenticated: false, record: null }

/** The host of a page that stands still: its visitor stays as they are, and nobody hears what it reports. */
export function createStaticHost(site: Site, session = signedOut): Host {
  return {
    session: { read: () => session, subscribe: () => () => {}, signIn() {}, signOut() {} },
    site,
    pages: [],
    navigate() {},
    report() {},
  }
}
