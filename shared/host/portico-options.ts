/** The site that decides what a host loads, and what the host keeps of its answers. */
export interface PorticoOptions {
  /** The site's origin: `https://site.example`. */
  readonly site: string
  /** The host's name in the site's setting HOSTS. */
  readonly host: string
  /** The visitor's id, if the host's own server has asked the site for one; otherwise it is kept in `storage`. */
  readonly visitor?: string | undefined
  /** Where the visitor's id and the last releases are kept; `localStorage` by default, null: nowhere. */
  readonly storage?: Pick<Storage, 'getItem' | 'setItem'> | null | undefined
}
