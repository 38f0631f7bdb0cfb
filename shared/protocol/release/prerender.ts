import { boundedArray } from '@portico/kit/bounded.ts'
import { maxPages } from '@portico/kit/contract/manifest.ts'
import { maxFiles, ReleaseFileSchema } from '@portico/kit/contract/release-file.ts'
import { visitorStates } from '@portico/kit/session/visitor-state.ts'
import * as v from 'valibot'

/** In records of older builds, which rendered for one owner. Their pages are rendered by browsers. */
const SiteDigest = v.exactOptional(
  v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/, 'expected sixteen hexadecimal digits')),
)

/** The visitor state something was rendered for. Missing: signed out, the only state in older releases. */
const Visitor = v.exactOptional(v.picklist(visitorStates))

/** Schema of what a remote's build prerendered. */
export const RemotePrerenderSchema = v.strictObject({
  site: SiteDigest,
  /** Metadata of the remote's pages: a JSON file, see `PageMetadataListSchema`. */
  metadata: ReleaseFileSchema,
  /** Paths with parameters of which the metadata lists every address: others don't exist. Older records lack it. */
  listed: v.exactOptional(boundedArray(v.string(), maxPages, 'listed paths')),
  pages: boundedArray(
    v.strictObject({
      /** A path of the remote's manifest. */
      path: v.string(),
      /** The address, for a path with parameters. Missing: the path. */
      address: v.exactOptional(v.string()),
      visitor: Visitor,
      /** The parameter of the view, see `views` in the manifest. Missing: the page itself. */
      view: v.exactOptional(v.string()),
      /**
       * For requests with `?next=`: whether the page names the page behind it. Missing: for requests without.
       */
      next: v.exactOptional(v.picklist(['named', 'unnamed'])),
      /** A template, see `readTemplate`. Older builds wrote HTML, as `.txt`, which no server reads any more. */
      html: ReleaseFileSchema,
      /** False: the page's ids differ in a browser, so it must be client-rendered. */
      canHydrate: v.boolean(),
    }),
    maxFiles,
    'prerendered pages',
  ),
})

export type RemotePrerender = v.InferOutput<typeof RemotePrerenderSchema>

/** Stands for every path without a layout of its own. */
export const anyPath = '*'

/** Schema of what the shell's build prerendered. */
export const ShellPrerenderSchema = v.strictObject({
  site: SiteDigest,
  /** In records of older builds. */
  year: v.exactOptional(v.pipe(v.number(), v.integer())),
  /** The layout around the page at `path`, or around all other pages for `anyPath`. Has one place for it. */
  frames: boundedArray(
    v.strictObject({ path: v.string(), visitor: Visitor, html: ReleaseFileSchema }),
    maxFiles,
    'layouts',
  ),
  /** What is in the slot of a layout while a page that was not prerendered loads. Older records have none. */
  loading: v.exactOptional(ReleaseFileSchema),
  /** The layout for visitors without JavaScript, with one place for the page. Older records have none. */
  noScript: v.exactOptional(ReleaseFileSchema),
  /** In records of older builds. */
  image: v.exactOptional(ReleaseFileSchema),
})

export type ShellPrerender = v.InferOutput<typeof ShellPrerenderSchema>

/** What a layout renders where the page goes. */
export const pageSlot = '<template data-slot="page"></template>'

/**
 * Whether only the server reads this file of a release: prerendered HTML, which it sends according to access, metadata and
 * source maps. It never serves the file itself. Case-insensitive, because some file systems are.
 */
export function isServerOnly(file: string): boolean {
  return /^prerendered\/.*\.(?:txt|json)$|\.map$/is.test(file)
}

/** The attribute of an inline style sheet or font with the path of its file. */
export const inlineFileAttribute = 'data-file'

/**
 * The cookie of browsers that have the shell's fonts in their cache, and its value. Everyone else gets them inside the page. After a release,
 * a browser fetches the new files as differences from those that it has.
 */
export const fontCookie = { name: 'portico.font', value: 'cached' } as const

/** Pixels of an Open Graph image, as recommended. */
export const openGraphImageSize = { width: 1200, height: 630 } as const

/** Schema of the root element's `data-prerendered` attribute, which describes the prerendered page inside. */
export const PrerenderMarkSchema = v.strictObject({
  remote: v.string(),
  path: v.string(),
  visitor: Visitor,
  /** Only the layout is prerendered, with a loading screen instead of the page. */
  isLoading: v.exactOptional(v.literal(true)),
  canHydrate: v.boolean(),
  /** The year in the HTML. */
  year: v.number(),
})

export type PrerenderMark = v.InferOutput<typeof PrerenderMarkSchema>
