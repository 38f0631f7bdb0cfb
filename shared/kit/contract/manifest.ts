import * as v from 'valibot'
import { boundedArray } from '../bounded.ts'
import { ContentSelectionSchema } from '../content/content-selection.ts'
import { RemoteOriginsSchema } from './origins.ts'
import { FileNameSchema } from './release-file.ts'
import { RolloutDefaultsSchema } from './rollout-steps.ts'

/** The access groups of pages: see section 2 of the specification. */
export const accessGroups = ['auth', 'verify', 'logout', 'open', 'private'] as const

// A parameter is a whole segment, and `*` the last one: the router and the server would interpret anything else
// differently.
const Path = v.pipe(
  v.string(),
  v.regex(
    /^\/(?:(?:(?:[A-Za-z0-9_.-]+|:[A-Za-z][A-Za-z0-9_]*)\/)*(?:[A-Za-z0-9_.-]+|:[A-Za-z][A-Za-z0-9_]*|\*))?$/,
    'expected a path such as /projects/:name',
  ),
  v.regex(/^(?!\/(?:-|r)(?:\/|$))/, 'expected a path outside of /-/ and /r/, which belong to the server'),
)

// The largest remote of this site has 19 pages.
export const maxPages = 200
// Each is a request, or a rendering in the build; no page of this site has more than three.
export const maxPerPage = 50

const expectedVersion = 'expected the number of a contract version, such as 2'

/** A text of 1 to `maxLength` characters. */
function createText(maxLength: number) {
  const expected = `expected 1 to ${maxLength} characters`
  return v.pipe(v.string(), v.minLength(1, expected), v.maxLength(maxLength, expected))
}

const ViewSchema = v.pipe(v.string(), v.regex(/^[a-z-]+$/, 'expected the name of a parameter, in lower case'))

/** Schema of which requests for a page get prerendered HTML: all, or depending on the query. */
const PrerenderSchema = v.union([
  v.literal(true),
  v.strictObject({
    /**
     * Parameters that open another view of the page, such as `forgot` of `/auth/login?forgot`. Each is rendered as well, whatever
     * its value; with several of them in an address, the first in this list counts.
     */
    views: v.exactOptional(v.pipe(boundedArray(ViewSchema, maxPerPage, 'views'), v.minLength(1))),
    /** Parameters on which the content depends: with one of them the page is rendered in the browser. */
    except: v.exactOptional(v.pipe(boundedArray(createText(80), maxPerPage, 'parameters'), v.minLength(1))),
    /** True: the page passes `?next=` on in its links, or names the page behind it by `host.nameNext`. The server fills both in. */
    next: v.exactOptional(v.literal(true)),
    /** True: the page shows the visitor's profile, `host.profile`, which the server fills in. For private pages. */
    profile: v.exactOptional(v.literal(true)),
  }),
])

/** Schema of one page in a remote's manifest. */
export const RemotePageSchema = v.strictObject({
  path: Path,
  access: v.picklist(accessGroups),
  /** Shown before the owner's name in the document title. */
  title: createText(80),
  /** The page's name in a sentence: `the API catalogue` in “Log in to open the API catalogue.” Missing: its title. */
  nameInSentence: v.optional(createText(80)),
  /** Icon class, for lists of pages. */
  icon: v.optional(v.string()),
  /** A sentence for lists of pages. */
  summary: v.optional(v.string()),
  /** The number of items on the page, for lists of pages. */
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** True: the remote's search finds the items of the page, for everyone who may see it. The first shows those for `?q=`. */
  searchable: v.optional(v.boolean()),
  /**
   * True: the remote has a showcase of the page, a small component that other remotes' pages can embed for everyone.
   */
  showcase: v.optional(v.boolean()),
  /**
   * True: no code of another remote runs in the document of the page, where visitors type passwords. The shell opens and leaves it
   * by loading a new document if another remote's code has run or runs next.
   */
  isolated: v.optional(v.boolean()),
  /** True: the shell's footer links to the page. */
  listed: v.optional(v.boolean()),
  /** The folder in the remote's `pages/` whose `route.tsx` renders the page, and whose `metadata.ts` describes it. */
  route: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, 'expected the name of a folder in pages/')),
  ),
  /**
   * What the page shows of the owner's content, such as `{ project: { from: 'projects.:name' } }`: the server fills it in, and there is
   * no page where the owner has none of it. `OwnerContentSchema` has every path.
   */
  content: v.optional(ContentSelectionSchema),
  /** An address of the page, such as `/projects/portico`: the release check opens it if the path has parameters. */
  example: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(?:\/[A-Za-z0-9_.~%-]+)+$/,
        'expected an address without parameters, such as /projects/portico',
      ),
    ),
  ),
  /** The build renders the page for every visitor who may see it: the server sends the HTML. */
  prerender: v.optional(PrerenderSchema),
  /** Other chunks (`webpackChunkName`) that the page needs immediately. */
  chunks: v.optional(boundedArray(v.string(), maxPerPage, 'chunks')),
})

/** Schema of a page's content in a release. Older builds named it instead: only browsers know what such a page shows. */
export const ReleasedContentSchema = v.optional(
  v.union([
    ContentSelectionSchema,
    v.pipe(
      v.string(),
      v.transform(() => undefined),
    ),
  ]),
)

/** One page of a remote. */
export type RemotePage = v.InferOutput<typeof RemotePageSchema>

/** Returns the bundler's names of the chunks that a page needs immediately. */
export function getPageChunks({ route, chunks = [] }: Pick<RemotePage, 'route' | 'chunks'>): string[] {
  // `[request]` in a `webpackChunkName` stands for the file, here `<route>/route.tsx`.
  return route === undefined ? chunks : [`${route}-route-tsx`, ...chunks]
}

const BudgetNumber = v.exactOptional(v.pipe(v.number(), v.minValue(0)))

/** Schema of what a page may cost a visitor's browser, as the checks of a release measure it. */
const PageBudgetSchema = v.strictObject({
  /** Milliseconds that a script of the page may run without a break; 200 by default. */
  blockingMs: BudgetNumber,
  /** The largest layout shift while the page opens, as in Core Web Vitals; 0.1 by default. */
  layoutShift: BudgetNumber,
  /** Megabytes by which the memory may grow over 20 visits of the page; 5 by default. */
  memoryGrowth: BudgetNumber,
})

/** Schema of the name of what is released by itself: a remote, or `shell`. */
export const AppNameSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,30}$/, 'expected lower-case letters, digits and -'),
)

/** Schema of the name of a module that a federated container exposes. */
export const ExposedModuleSchema = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^\.(?:\/[^/]+)*$/, 'expected an exposed module such as ./App'),
)

/** Schema of the `manifest` that a remote's `manifest.ts` exports. */
export const RemoteManifestSchema = v.strictObject({
  /** The folder's name without `remote-`. */
  name: v.pipe(AppNameSchema, v.notValue('shell', 'expected another name: the shell has this one')),
  /** The owner that the failure screen names. */
  team: createText(60),
  /**
   * `app`: its pages are one application, in any framework, whose exposed module exports `render` and `destroy` as the bridges of Module
   * Federation do. Missing: a remote that follows the contract.
   */
  kind: v.exactOptional(v.literal('app')),
  /** The exposed module of an application; `./App` by default. */
  app: v.exactOptional(ExposedModuleSchema),
  /** The version of the contract that the remote follows: docs/contract. */
  contractVersion: v.pipe(v.number(), v.integer(expectedVersion), v.minValue(1, expectedVersion)),
  pages: v.pipe(
    boundedArray(RemotePageSchema, maxPages, 'pages'),
    v.minLength(1, 'expected at least one page'),
  ),
  /**
   * A file of the release (see `release-files.ts` of the remote) that describes an API, in the shape of
   * `shared/kit/api/api-description.ts`: the server's sandbox implements it.
   */
  apiDescription: v.exactOptional(FileNameSchema),
  /**
   * The other origins that its pages use, such as `{ connect: ['https://api.example.com'] }`. The site's operator approves them, and only
   * documents of this remote's pages may use them.
   */
  origins: v.exactOptional(RemoteOriginsSchema),
  /** The plan of its rollouts, such as `{ plan: 'low' }`, optionally with steps of its own; `start` can name another. */
  rollout: v.exactOptional(RolloutDefaultsSchema),
  /** What `portico test` and `check` allow each page to cost, where the defaults don't fit. */
  budget: v.exactOptional(PageBudgetSchema),
})

/** A remote's manifest: who owns it and which paths it serves. */
export type RemoteManifest = v.InferOutput<typeof RemoteManifestSchema>
