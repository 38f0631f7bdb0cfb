import type { ReleaseFile } from '@portico/kit/contract/release-file.ts'
import { getReleaseFolder, getRetryFolder } from '@portico/kit/paths.ts'
import type { DiscoveryDocument, DiscoveryRelease } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { getRelease, toAddress } from '../site/released-pages.ts'

/** A part of a remote's page. */
export type Part = 'entry' | 'chunk' | 'style'

/** A page to inject faults into, and its files. */
export interface Target {
  readonly remote: string
  readonly team: string
  readonly address: string
  readonly title: string
  /** The global that its entry defines. */
  readonly global: string
  /** Its HTML is in the document, so that visitors can read it without its code. */
  readonly isPrerendered: boolean
  readonly files: Readonly<Record<Part, TargetFile>>
}

/** A file, whichever attempt requests it. */
interface TargetFile {
  readonly integrity: string
  readonly pattern: RegExp
  /** Its address on the given attempt, counted from 1. */
  readonly address: (attempt: number) => string
}

type Page = DiscoveryRelease['pages'][number]

interface TargetOptions {
  /** By default what a signed-in visitor sees. */
  readonly access?: readonly Page['access'][]
  /** Without prerendered HTML, in which the style sheet would be inline. */
  readonly isClientRendered?: boolean
}

/** Finds a page of `remote` that has its own script and style sheet. */
export function findTarget(
  releases: DiscoveryDocument,
  remote: string,
  { access = ['open', 'private'], isClientRendered = false }: TargetOptions = {},
): Target {
  const release = getRelease(releases, remote)
  const page = release.pages
    .filter(({ js, css }) => js.length > 1 && css.length > 0)
    .find(
      (candidate) =>
        access.includes(candidate.access) &&
        !(isClientRendered && candidate.prerender && getQuery(candidate) === null),
    )
  const chunk = page?.js.at(-1)
  const style = page?.css.at(-1)
  if (!page || !chunk || !style) throw new Error(`${remote} has no page with its own script and style sheet.`)
  const getFile = createFiles(remote, getReleaseId(release))
  return {
    remote,
    team: releases.remotes[remote]?.team ?? '',
    address: toAddress(page.path) + (isClientRendered ? (getQuery(page) ?? '') : ''),
    title: page.title,
    global: release.global,
    isPrerendered: page.prerender !== undefined && !isClientRendered,
    files: {
      entry: getFile(release.entry),
      chunk: getFile(chunk),
      style: getFile(style),
    },
  }
}

/** Whether signed-in visitors see a page of the remote without prerendered HTML. */
export function hasClientRenderedPage(releases: DiscoveryDocument, remote: string): boolean {
  return getRelease(releases, remote).pages.some(
    (page) => /^(?:open|private)$/.test(page.access) && !(page.prerender && getQuery(page) === null),
  )
}

/** A query with which a prerendered page is rendered in the browser; null: there is none. */
function getQuery({ prerender }: Page): string | null {
  const [parameter] = typeof prerender === 'object' ? (prerender.except ?? []) : []
  return parameter === undefined ? null : `?${parameter}=e`
}

function createFiles(remote: string, release: string): (file: ReleaseFile) => TargetFile {
  return ({ file, integrity }) => {
    const address = (attempt: number) => getRetryFolder(getReleaseFolder(remote, release), attempt) + file
    const quoted = `${getReleaseFolder(remote, release)}(?:~\\d+/)?${file}`.replaceAll('.', '\\.')
    return { integrity, address, pattern: new RegExp(`${quoted}$`) }
  }
}
