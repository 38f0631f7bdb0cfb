import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RemoteAhead } from '@portico/shared/release/ahead.ts'
import type { RemoteManifest } from '@portico/shared/release/manifest.ts'
import { type PageHeads, PageHeadsSchema } from '@portico/shared/release/page-head.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { siteDigest } from '@portico/shared/site/site-digest.ts'
import * as v from 'valibot'
import { headsFile } from '../names.ts'
import { parseSite } from './ahead-inputs.ts'
import type { AheadParts } from './ahead-plugin.ts'
import { withBundle } from './bundle.ts'
import type { headsOf, renderPage } from './render-remote.ts'
import { drawSharePicture } from './share-picture.ts'

const BundleSchema = v.object({
  headsOf: v.custom<typeof headsOf>((it) => typeof it === 'function'),
  renderPage: v.custom<typeof renderPage>((it) => typeof it === 'function'),
})

/** Renders the open pages of a remote and what is told of all its pages. Throws where a page cannot be rendered. */
export async function remoteAhead(
  { app, root, inputs, emit }: AheadParts,
  manifest: RemoteManifest,
): Promise<RemoteAhead> {
  const site = parseSite(inputs)
  const ownHeads = join(root, app.folder, headsFile)
  const bundle = {
    app,
    root,
    entry: './tools/build/ahead/render-remote.ts',
    alias: {
      'the-remote$': join(root, app.folder, 'remote.ts'),
      'the-heads$': existsSync(ownHeads) ? ownHeads : join(root, 'tools/build/ahead/no-heads.ts'),
    },
  }
  return withBundle(bundle, async (module) => {
    const { headsOf, renderPage } = v.parse(BundleSchema, module)
    const heads = parseHeads(headsOf(site, manifest.pages), app.folder)
    const pages: RemoteAhead['pages'] = []
    for (const path of pathsToRender(manifest)) {
      const { html, canHydrate } = await rendered({ folder: app.folder, path, site }, renderPage)
      pages.push({ path, html: emit(`ahead/page-${pages.length}.txt`, html), canHydrate })
    }
    const told = await withPictures(heads, { site, manifest, inputs, emit })
    return { site: siteDigest(site), heads: emit('ahead/heads.json', JSON.stringify(told)), pages }
  })
}

/** Draws what previews show of each page. The home page has the picture of the site, which the shell's build draws. */
async function withPictures(
  heads: PageHeads,
  { site, manifest, inputs, emit }: Pick<AheadParts, 'inputs' | 'emit'> & Subject,
): Promise<PageHeads> {
  const told: PageHeads = []
  for (const one of heads) {
    if ((one.head.canonical ?? one.head.address) === '/') {
      told.push(one)
      continue
    }
    const name = one.head.title ?? manifest.pages.find(({ path }) => path === one.path)?.title ?? site.name
    const drawn = await drawSharePicture({ name, headline: site.name }, inputs.tokensText)
    told.push({ ...one, picture: emit(`ahead/share-${told.length}.png`, drawn).file })
  }
  return told
}

interface Subject {
  readonly site: Site
  readonly manifest: RemoteManifest
}

/** Nobody knows here what a parameter may stand for. */
function pathsToRender({ pages }: RemoteManifest): string[] {
  return pages.filter((page) => page.access === 'open' && !/[:*]/.test(page.path)).map((page) => page.path)
}

function parseHeads(heads: unknown, folder: string) {
  const parsed = v.safeParse(PageHeadsSchema, heads)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Error(`${folder}/${headsFile}: ${v.getDotPath(issue) ?? 'heads'}: ${issue.message}`)
}

async function rendered(
  { folder, path, site }: { folder: string; path: string; site: Site },
  render: typeof renderPage,
) {
  try {
    return await render(site, path)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `${folder}: ${path} is an open page, which the build renders ahead, without a browser: ${reason}. What needs a browser belongs into an effect, or into useSyncExternalStore with a value for the server.`,
      { cause },
    )
  }
}
