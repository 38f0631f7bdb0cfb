import { FormattedProfileSchema } from '@portico/kit/account/formatted-profile.ts'
import { markStart } from '@portico/kit/site/write-mark.ts'
import { nextNameMark, nextSlot, profileMark } from '@portico/protocol/template/marked-site.ts'
import { type AttributePart, type NodeOf, TemplateError } from '@portico/protocol/template/page-template.ts'
import * as v from 'valibot'

/** A part of a text, or where a part that depends on the owner's values begins, changes to its alternative, or ends. */
export type MarkedPart =
  | AttributePart
  | NodeOf<'richText'>
  | { readonly section: 'if' | 'each'; readonly name: string }
  | { readonly section: 'else' | 'end' }

// A mark as it is, or as a component of a URL, and `nextSlot` as one.
const marks = /(\uE000[^\uE000\uE001]*\uE001|%EE%80%80(?:[^%]|%[237])*%EE%80%81|%2Fslot-for-next)/
const halfMark = /[\uE000\uE001]|%EE%80%8[01]/
const richTextFilter = '|html'

/** Splits a text at its marks. */
export function splitMarks(text: string): MarkedPart[] {
  return text.split(marks).flatMap((piece, index) => {
    if (index % 2 === 1) return readMark(piece)
    if (!halfMark.test(piece)) return piece === '' ? [] : piece
    throw new TemplateError(
      'A value of the owner was split. Render them unchanged; for everything else, use whenOwner, eachOwner and deriveOwner.',
    )
  })
}

function readMark(mark: string): MarkedPart {
  if (mark === encodeURIComponent(nextSlot)) return { next: true }
  const isUrlPart = !mark.startsWith(markStart)
  const name = (isUrlPart ? decodeURIComponent(mark) : mark).slice(1, -1)
  if (name === ':') return { section: 'else' }
  if (name === '/') return { section: 'end' }
  if (name.startsWith('?')) return { section: 'if', name: name.slice(1) }
  if (name.startsWith('*')) return { section: 'each', name: name.slice(1) }
  if (name === nextNameMark) return { nextName: true }
  if (name.startsWith(profileMark))
    return { profile: v.parse(v.keyof(FormattedProfileSchema), name.slice(profileMark.length)) }
  if (name.endsWith(richTextFilter)) return { richText: name.slice(0, -richTextFilter.length) }
  return { value: name, ...(isUrlPart && { isUrlPart }) }
}
