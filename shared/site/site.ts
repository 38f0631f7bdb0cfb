import * as v from 'valibot'

const Text = v.pipe(v.string(), v.trim(), v.minLength(1, 'expected some text'))
const HttpAddress = v.pipe(
  v.string(),
  v.url('expected an address such as https://example.com'),
  v.regex(/^https?:\/\//, 'expected an address that begins with https:// or http://'),
)
/** A path of this site or a web address; browsers take `//host`, also with blanks between, for another site. */
const Target = v.union(
  [v.pipe(v.string(), v.regex(/^\/(?![/\\])\S*$/)), HttpAddress],
  'expected a path such as /projects, or an address that begins with https://',
)
const IsoDate = v.pipe(v.string(), v.isoDate('expected a date such as 1990-12-31'))
const Phone = v.pipe(
  v.string(),
  v.regex(/^\+[1-9]\d{6,14}$/, 'expected an international number such as +12025550143'),
)
const Slug = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'expected lower-case letters, digits and single -'),
)

/** The six social networks of the header, in its order. */
export const socialNetworks = ['facebook', 'twitter', 'github', 'whatsapp', 'instagram', 'youtube'] as const

/** Server-sent events of this site, of another over https, or of this machine; the origin becomes a part of a header. */
const StreamAddress = v.union(
  [
    v.pipe(v.string(), v.regex(/^\/(?![/\\])\S*$/)),
    v.pipe(
      HttpAddress,
      v.regex(/^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d+)?(?:[/?#]|$)/i),
    ),
  ],
  'expected a path such as /pairing/my-bot, or an address that begins with https:// (http:// on this machine alone)',
)

/** Shape of `site.config.json`: what the owner of the site shows. */
export const SiteSchema = v.strictObject({
  /** The developer's name; ends every title. */
  name: Text,
  headline: Text,
  about: Text,
  birthDate: IsoDate,
  phone: Phone,
  email: v.pipe(v.string(), v.email('expected a mail address')),
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
   * For a bot (by the name of its file in `content/projects`) that is paired anew all the time: where its pairing codes
   * come from. The pages may connect to these origins beside their own.
   */
  pairingStreams: v.optional(v.record(Slug, StreamAddress)),
  /** Address of the provider's API; null: none is configured. */
  apiBase: v.nullable(HttpAddress),
})

/** What the owner of the site shows. */
export type Site = v.InferOutput<typeof SiteSchema>
