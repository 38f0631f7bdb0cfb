import type { VisitorState } from '@portico/kit/session/visitor-state.ts'
import type { FastifyRequest } from 'fastify'
import type { Html } from '../http/html/html.ts'

export interface FormResult {
  /** What was typed, by the field's name, without anything secret. */
  readonly values: Readonly<Record<string, string>>
  /** What is wrong, by the field's name. */
  readonly fields: Readonly<Record<string, string>>
  /** The code of the problem, for which the page may have a text. */
  readonly problem: string
  /** The path to which the form was sent. */
  readonly action: string
}

interface RenderedFormPage {
  readonly title: string
  /** Its style sheets. */
  readonly head: Html
  readonly body: Html
  /** Origins to which its forms are redirected. */
  readonly formOrigins: readonly string[]
}

/** Renders the page of a form at `address`, with the result; null: visitors in this state don't see it, or it isn't prerendered. */
export type RenderForm = (
  request: Pick<FastifyRequest, 'cookies' | 'headers' | 'hostname' | 'ip'>,
  form: { readonly address: string; readonly state: VisitorState; readonly result: FormResult },
) => Promise<RenderedFormPage | null>
