import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OwnerContentSchema } from '@portico/shared/content/content.ts'
import { isPageContentName } from '@portico/shared/content/page-content-names.ts'
import { getPageContent } from '@portico/shared/content/page-contents.ts'
import type { DiscoveryDocument, DiscoveryRelease } from '@portico/shared/release/discovery-document.ts'
import type { RemotePrerender } from '@portico/shared/release/prerender.ts'
import { ReleaseRecordSchema } from '@portico/shared/release/release-record.ts'
import { fillOwnerHtml } from '@portico/shared/site/fill-owner-template.ts'
import * as v from 'valibot'
import type { VisitorState } from './accounts.ts'
import { readOwner } from './owner.ts'
import { exampleParameters, getCode, type ReleasedPage, toAddress, visibleAccess } from './released-pages.ts'
import { root } from './start-site.ts'

/** A page at one address that the builds have prerendered. */
export interface PrerenderedPage {
  readonly address: string
  /** The same for pages that differ in their data alone. */
  readonly code: string
  /** The visitors who may see it, by the specification. */
  readonly visibleTo: readonly VisitorState[]
  /** Pieces of its HTML, with tags. */
  readonly pieces: readonly string[]
}

const states = { 'signed-out': 'signed out', unverified: 'unverified', 'signed-in': 'signed in' } as const
const pieceLength = 60
const piecesOfPage = 8

/** Every page and address in the prerender records of the site's stable releases, which are the builds. */
export function listPrerenderedPages({ remotes }: DiscoveryDocument): PrerenderedPage[] {
  return Object.entries(remotes).flatMap(([remote, { stable }]) =>
    listRecords(remote).map(
      ({ path, address = toAddress(path), visitor = 'signed-out', view, next, html }) => {
        const page = findPage(stable, path)
        const visibleTo = whoMaySee(page)
        if (!visibleTo.includes(states[visitor]))
          throw new Error(`${remote} has prerendered ${address} for visitors who may not see it: ${visitor}.`)
        const text = fill(readFileSync(join(root, 'dist', remote, html.file), 'utf8'), page)
        const parameters = new URLSearchParams({
          ...(view !== undefined && { [view]: '' }),
          ...(next !== undefined && { next: next === 'named' ? '/about' : '/' }),
        })
        const query = parameters.size === 0 ? '' : `?${parameters}`
        const code = `${remote} ${getCode(page)} ${query}`
        return { address: address + query, code, visibleTo, pieces: cut(text) }
      },
    ),
  )
}

/** The document that visitors get does not name these files. */
function listRecords(remote: string): RemotePrerender['pages'] {
  const text = readFileSync(join(root, 'dist', remote, 'release.json'), 'utf8')
  return v.parse(ReleaseRecordSchema, JSON.parse(text)).prerendered?.pages ?? []
}

const contentFile = join(root, 'dist', 'content', 'content.json')

/** The HTML with the values and the content of the tests' owner. */
function fill(html: string, { content: name }: ReleasedPage): string {
  const content = v.parse(OwnerContentSchema, JSON.parse(readFileSync(contentFile, 'utf8')))
  const page = isPageContentName(name)
    ? (getPageContent(name, content, exampleParameters) ?? undefined)
    : undefined
  return fillOwnerHtml(html, {
    site: readOwner(),
    year: new Date().getFullYear(),
    publicUrl: '',
    signInWith: [],
    page,
  })
}

function findPage({ pages }: DiscoveryRelease, path: string): ReleasedPage {
  const page = pages.find((one) => one.path === path)
  if (page === undefined) throw new Error(`The release has prerendered ${path}, which is none of its pages.`)
  return page
}

function whoMaySee({ access }: ReleasedPage): VisitorState[] {
  return Object.values(states).filter((state) => visibleAccess[state].includes(access))
}

/** Pieces with tags: titles and descriptions alone are public. */
function cut(text: string): string[] {
  const step = Math.floor(text.length / piecesOfPage)
  return Array.from({ length: piecesOfPage }, (_, at) =>
    text.slice(at * step, at * step + pieceLength),
  ).filter((piece) => piece.length === pieceLength && piece.includes('<'))
}

/** Pieces of the pages that a visitor may not see, except those that are in pages which they may. */
export function listForbiddenPieces(
  pages: readonly PrerenderedPage[],
  visible: string,
  state: VisitorState,
): string[] {
  const forbidden = pages.filter(({ visibleTo }) => !visibleTo.includes(state))
  return [...new Set(forbidden.flatMap(({ pieces }) => pieces))].filter((piece) => !visible.includes(piece))
}
