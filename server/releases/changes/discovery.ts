import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'

/** The discovery document, always at its newest revision. */
export interface Discovery {
  read(): DiscoveryDocument
  /** Checks for a newer revision now. Never rejects. */
  refresh(): Promise<void>
}
