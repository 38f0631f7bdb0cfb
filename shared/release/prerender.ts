import * as v from 'valibot'
import { ReleaseFileSchema } from './release-file.ts'

/** Which owner's values something was rendered for, see `siteDigest`. */
const SiteDigest = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/, 'expected sixteen hexadecimal digits'))

/** Shape of what a remote's build has prerendered. */
export const RemotePrerenderSchema = v.strictObject({
  site: SiteDigest,
  /** What search engines and previews are told of the remote's pages; a JSON file of the shape `PageHeadsSchema`. */
  metadata: ReleaseFileSchema,
  pages: v.array(
    v.strictObject({
      /** A path of the remote's manifest. */
      path: v.string(),
      html: ReleaseFileSchema,
      /** False: the page's ids are others in a browser, so that it has to be drawn anew there. */
      canHydrate: v.boolean(),
    }),
  ),
})

/** What a remote's build has prerendered. */
export type RemotePrerender = v.InferOutput<typeof RemotePrerenderSchema>

/** The frame for a path that has no frame of its own. */
export const anyPath = '*'

/** Shape of what the shell's build has prerendered. */
export const ShellPrerenderSchema = v.strictObject({
  site: SiteDigest,
  /** The year that the frames name. */
  year: v.pipe(v.number(), v.integer()),
  /** The frame as it stands around the page at `path`; `anyPath`: around all others. Holds `frameSlot` once. */
  frames: v.array(v.strictObject({ path: v.string(), html: ReleaseFileSchema })),
  /** What previews show of the site: a PNG of `openGraphImageSize`. */
  image: ReleaseFileSchema,
})

/** What the shell's build has prerendered. */
export type ShellPrerender = v.InferOutput<typeof ShellPrerenderSchema>

/** Where in a frame the page's own HTML belongs. */
export const pageSlot = '<template data-slot="page"></template>'

/** Pixels of the image for previews, as Open Graph recommends. */
export const openGraphImageSize = { width: 1200, height: 630 } as const

/** Shape of the attribute `data-prerendered` of the page's root, where its HTML holds a page that was prerendered. */
export const PrerenderMarkSchema = v.strictObject({
  remote: v.string(),
  path: v.string(),
  canHydrate: v.boolean(),
  year: v.number(),
})

/** What the shell is told of the page that was prerendered. */
export type PrerenderMark = v.InferOutput<typeof PrerenderMarkSchema>
