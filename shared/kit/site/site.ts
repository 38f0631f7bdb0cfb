import * as v from 'valibot'
import { HttpAddress, Phone, Slug, Text } from '../content/content-values.ts'

/** A path of this site or a URL. Browsers treat `//host`, even with whitespace in between, as another site. */
const Target = v.union(
  [v.pipe(v.string(), v.regex(/^\/(?![/\\])\S*$/)), HttpAddress],
  'expected a path such as /projects, or an address that starts with https://',
)
const IsoDate = v.pipe(v.string(), v.isoDate('expected a date such as 1990-12-31'))

/** The social networks of the header, in order. */
export const socialNetworks = ['facebook', 'twitter', 'github', 'whatsapp', 'instagram', 'youtube'] as const

/** URL of server-sent events: on this site, on another over HTTPS, or on this machine. Its origin goes into the CSP header. */
const StreamAddress = v.union(
  [
    v.pipe(v.string(), v.regex(/^\/(?![/\\])\S*$/)),
    v.pipe(
      HttpAddress,
      v.regex(/^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d+)?(?:[/?#]|$)/i),
    ),
  ],
  'expected a path such as /pairing/my-bot, or an address that starts with https:// (http:// only on this machine)',
)

/** Schema of `site.config.json`: the owner's values. */
export const SiteSchema = v.strictObject({
  /** True: these are the sample values that come with the project, see `tools/content/owner-files.ts`. */
  sample: v.optional(v.boolean()),
  /** The owner's name; ends every page title. */
  name: Text,
  headline: Text,
  about: Text,
  birthDate: IsoDate,
  phone: Phone,
  email: v.pipe(v.string(), v.email('expected an email address')),
  location: v.optional(Text),
  social: v.strictObject({
    facebook: HttpAddress,
    twitter: HttpAddress,
    github: HttpAddress,
    whatsapp: HttpAddress,
    instagram: HttpAddress,
    youtube: HttpAddress,
  }),
  news: Text,
  /** Link columns of the footer. */
  columns: v.array(
    v.strictObject({ title: Text, links: v.array(v.strictObject({ label: Text, to: Target })) }),
  ),
  skills: v.array(Text),
  /**
   * Streams of pairing codes, by the name of the bot's file in `content/projects`. The CSP allows connections to their
   * origins.
   */
  pairingStreams: v.optional(v.record(Slug, StreamAddress)),
  /** Base URL of the API; null: the sandbox. */
  apiBase: v.nullable(HttpAddress),
})

export type Site = v.InferOutput<typeof SiteSchema>
