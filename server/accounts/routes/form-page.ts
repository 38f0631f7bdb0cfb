import { getNext, type getRedirect } from '@portico/protocol/session/access.ts'
import type { FastifyRequest } from 'fastify'

interface PageView {
  readonly path: string
  /** The parameter that opens the view. */
  readonly view?: string | undefined
}

/** The page that has a form, and who may see it. */
export interface FormPage extends PageView {
  readonly access: Parameters<typeof getRedirect>[0]
  /** The fields that still have what was typed after an error. Never a password or a code. */
  readonly keeps?: readonly string[]
  /** The id of the text that says what was done, where the visitor stays on the page. */
  readonly success?: string
  /** What opens after a success. Missing: it follows from the visitor's new state. */
  readonly leadsTo?: string
}

/** The address of the page, which passes `next` on. */
export function getAddress({ path, view }: PageView, next: string | null): string {
  const query = new URLSearchParams({ ...(view && { [view]: '' }), ...(next !== null && { next }) })
  return query.size === 0 ? path : `${path}?${query}`
}

/** The address of the page with the form that was sent: the form's own address passes the wanted page on. */
export function getFormAddress(page: FormPage, { url }: Pick<FastifyRequest, 'url'>): string {
  return getAddress(page, getNext(url))
}
