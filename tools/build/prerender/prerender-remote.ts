import { join } from 'node:path'
import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'
import { type PageMetadataList, PageMetadataListSchema } from '@portico/kit/contract/page-metadata.ts'
import { hasParameters } from '@portico/protocol/release/page-paths.ts'
import type { RemotePrerender } from '@portico/protocol/release/prerender.ts'
import { TemplateError } from '@portico/protocol/template/page-template.ts'
import * as v from 'valibot'
import { findRoutesWithMetadata, getMetadataFile } from '../find-metadata.ts'
import { compileMetadata } from '../template/compile-metadata.ts'
import { compileTemplate } from '../template/compile-template.ts'
import { createEmitOnce } from './emit-once.ts'
import { listRenderings, type Rendering } from './list-renderings.ts'
import type { PrerenderContext } from './prerender-context.ts'
import type { listMetadata, renderPage } from './render-remote.ts'
import { withBundle } from './with-bundle.ts'

const BundleSchema = v.object({
  listMetadata: v.custom<typeof listMetadata>((it) => typeof it === 'function'),
  renderPage: v.custom<typeof renderPage>((it) => typeof it === 'function'),
})

/** A remote's sources, bundled for Node. */
export type RemoteBundle = v.InferOutput<typeof BundleSchema>

/** Renders the pages of a remote that are prerendered, and collects the metadata of all its pages. Throws when a page cannot render. */
export function prerenderRemote(
  context: PrerenderContext,
  manifest: RemoteManifest,
): Promise<RemotePrerender> {
  return withRemoteBundle(context, manifest, (bundle) => prerenderPages(bundle, context, manifest))
}

/** Bundles a remote with the metadata of the manifest's routes, and passes it to `use`. */
export function withRemoteBundle<T>(
  { app, root }: Pick<PrerenderContext, 'app' | 'root'>,
  manifest: RemoteManifest,
  use: (bundle: RemoteBundle) => Promise<T>,
): Promise<T> {
  const folder = join(root, app.folder)
  const parts = {
    app,
    root,
    entry: join(import.meta.dirname, 'render-remote'), // without an extension: the kit has it as JavaScript
    alias: { 'app/remote$': join(folder, 'remote.ts') },
    modules: { 'app/metadata': writeMetadataModule(folder, findRoutesWithMetadata(folder, manifest)) },
  }
  return withBundle(parts, (module) => use(v.parse(BundleSchema, module)))
}

/** Does what `prerenderRemote` does, with a bundle of the remote. */
export async function prerenderPages(
  { listMetadata, renderPage }: RemoteBundle,
  { app, root, emit, drawImage }: PrerenderContext,
  manifest: RemoteManifest,
): Promise<RemotePrerender> {
  const routes = findRoutesWithMetadata(join(root, app.folder), manifest)
  const metadata = parseMetadata(listMetadata(manifest.pages), app.folder)
  const pages: RemotePrerender['pages'] = []
  const emitPage = createEmitOnce('page', emit)
  for (const rendering of listRenderings(manifest, metadata)) {
    const { template, canHydrate } = await render({ folder: app.folder, rendering }, renderPage)
    const { content: _, ...page } = rendering
    pages.push({ ...page, html: emitPage(template), canHydrate })
  }
  return {
    metadata: emit(
      'prerendered/metadata.json',
      compileMetadata(drawImage ? await addImages(metadata, { manifest, drawImage, emit }) : metadata),
    ),
    listed: manifest.pages
      .filter(({ path, route }) => hasParameters(path) && routes.includes(route ?? ''))
      .map(({ path }) => path),
    pages,
  }
}

/** A module that collects the `getMetadata` of every route. */
function writeMetadataModule(folder: string, routes: readonly string[]): string {
  const imports = routes.map((route, index) => {
    const file = JSON.stringify(join(folder, getMetadataFile(route)))
    return `import { getMetadata as getMetadata${index} } from ${file}`
  })
  const entries = routes.map((route, index) => `${JSON.stringify(route)}: getMetadata${index}`)
  return `${imports.join('\n')}\nexport const metadata = { __proto__: null, ${entries.join(', ')} }\n`
}

/** Draws the Open Graph image of each page, except the home page, which has the site's own, and those with one of the owner's content. */
async function addImages(
  metadata: PageMetadataList,
  { manifest, drawImage, emit }: Required<Pick<PrerenderContext, 'drawImage' | 'emit'>> & Context,
): Promise<PageMetadataList> {
  const withImages: PageMetadataList = []
  for (const entry of metadata) {
    const { address, canonical = address, image: ownersImage } = entry.head
    if (canonical === '/' || ownersImage !== undefined) {
      withImages.push(entry)
      continue
    }
    const page = manifest.pages.find(({ path }) => path === entry.path)
    const name = entry.head.title ?? page?.title ?? manifest.name
    const image = await drawImage({ name, headline: page?.summary ?? '' })
    withImages.push({ ...entry, image: emit(`prerendered/open-graph-${withImages.length}.png`, image).file })
  }
  return withImages
}

interface Context {
  readonly manifest: RemoteManifest
}

function parseMetadata(metadata: PageMetadataList, folder: string): PageMetadataList {
  const parsed = v.safeParse(PageMetadataListSchema, metadata)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const page = metadata[Number(issue.path?.[0]?.key)]?.path
  throw new Error(`${folder}: metadata of ${page}: ${v.getDotPath(issue)}: ${issue.message}`)
}

async function render(
  { folder, rendering }: { folder: string; rendering: Rendering },
  renderInBundle: typeof renderPage,
) {
  try {
    const { html, canHydrate } = await renderInBundle(rendering)
    return { template: compileTemplate(html), canHydrate }
  } catch (cause) {
    const { path, address = path, visitor } = rendering
    const reason = cause instanceof Error ? cause.message : String(cause)
    const place = `${folder}: ${address} could not be prerendered for visitors who are ${visitor}.`
    if (cause instanceof TemplateError) throw new Error(`${place} ${reason}`, { cause })
    throw new Error(
      `${place} The build renders it without a browser: ${reason}. Move browser code into an effect, or into useSyncExternalStore with a server snapshot, or remove "prerender" from the page in manifest.ts.`,
      { cause },
    )
  }
}
