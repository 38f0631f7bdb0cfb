import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DiscoveryDocument, DiscoveryRelease } from '@portico/protocol/discovery/discovery-document.ts'
import type { RemotePrerender } from '@portico/protocol/release/prerender.ts'
import { ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import { type TemplateNode, voidElements } from '@portico/protocol/template/page-template.ts'
import { readTemplate } from '@portico/protocol/template/read-template.ts'
import { escapeHtml } from '@portico/protocol/template/rich-text-html.ts'
import * as v from 'valibot'
import type { VisitorState } from './accounts.ts'
import { getCode, type ReleasedPage, toAddress, visibleAccess } from './released-pages.ts'
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
const pieceOfRun = /.{60}/gs
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
        const template = readFileSync(join(root, 'dist', remote, html.file), 'utf8')
        const parameters = new URLSearchParams({
          ...(view !== undefined && { [view]: '' }),
          ...(next !== undefined && { next: next === 'named' ? '/about' : '/' }),
        })
        const query = parameters.size === 0 ? '' : `?${parameters}`
        const code = `${remote} ${getCode(page)} ${query}`
        return { address: address + query, code, visibleTo, pieces: cut(template) }
      },
    ),
  )
}

/** The document that visitors get does not name these files. */
function listRecords(remote: string): RemotePrerender['pages'] {
  const text = readFileSync(join(root, 'dist', remote, 'release.json'), 'utf8')
  return v.parse(ReleaseRecordSchema, JSON.parse(text)).prerendered?.pages ?? []
}

// Stands for what depends on the site or on the request.
const gap = '\0'

/** The HTML of a page, with gaps. */
function renderFixed(node: TemplateNode): string {
  if (typeof node === 'string') return escapeHtml(node)
  if ('comment' in node) return `<!--${node.comment}-->`
  if ('element' in node && !('filtered' in node)) return renderFixed(node.element)
  if ('nodes' in node)
    return gap + renderAll(node.nodes) + gap + renderAll('else' in node ? node.else : []) + gap
  if (!('at' in node)) return gap
  const [tag, attributes, nodes] = node
  const shown = Object.entries(attributes).map(([name, value]) =>
    typeof value === 'string' ? ` ${name}="${escapeHtml(value)}"` : gap,
  )
  const opening = `<${tag}${shown.join('')}`
  return voidElements.has(tag) ? `${opening}/>` : `${opening}>${renderAll(nodes)}</${tag}>`
}

function renderAll(nodes: readonly TemplateNode[] = []): string {
  return nodes.map(renderFixed).join('')
}

function findPage({ pages }: DiscoveryRelease, path: string): ReleasedPage {
  const page = pages.find((candidate) => candidate.path === path)
  if (page === undefined) throw new Error(`The release has prerendered ${path}, which is none of its pages.`)
  return page
}

function whoMaySee({ access }: ReleasedPage): VisitorState[] {
  return Object.values(states).filter((state) => visibleAccess[state].includes(access))
}

/** Pieces with tags: titles and descriptions alone are public. */
function cut(template: string): string[] {
  const runs = renderAll(readTemplate(template).nodes).split(gap)
  const pieces = runs.flatMap((run) => run.match(pieceOfRun) ?? []).filter((piece) => piece.includes('<'))
  const step = Math.max(1, Math.floor(pieces.length / piecesOfPage))
  return pieces.filter((_, at) => at % step === 0)
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
