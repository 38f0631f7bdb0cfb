import { PageMetadataListSchema } from '@portico/kit/contract/page-metadata.ts'
import * as v from 'valibot'
import { checkValueName } from './check-owner-value.ts'
import { TemplateError } from './page-template.ts'

/*
 * The metadata of a remote as the build writes it: like `PageMetadataListSchema`, but a text with values of the owner is an object
 * with its parts, under a key that JSON-LD has not.
 */

/** A part of a text: as it is, or a value of the owner, such as `birthDate|age`. */
export type TextPart = string | { readonly value: string }

/** The key of the object that stands for a text. */
export const textKey = '@text'

/** The metadata of one address, or of every address of a page that shows content. */
export interface MetadataTemplate {
  /** A path of the remote's manifest. */
  readonly path: string
}

const maxLength = 4_000_000
const maxDepth = 20
const PartsSchema = v.array(
  v.union([v.string(), v.strictObject({ value: v.pipe(v.string(), v.maxLength(200)) })]),
)
const EntriesSchema = v.array(v.looseObject({ path: v.string() }))
const mark = /[\uE000\uE001]/

/** Reads the metadata of a remote. Throws a TemplateError that says what is wrong. */
export function readMetadata(text: string): readonly MetadataTemplate[] {
  if (text.length > maxLength)
    throw new TemplateError(`expected at most ${maxLength} characters, got ${text.length}`)
  const entries = parse(v.pipe(v.string(), v.parseJson(), EntriesSchema), text)
  const sample = fillTexts(entries, (parts) => [
    parts.map((part) => (typeof part === 'string' ? part : 'x')).join(''),
  ])
  parse(PageMetadataListSchema, sample)
  return entries
}

/**
 * Fills the texts of a JSON value. A text that becomes several is an item of a list, such as a skill; one that becomes none is left
 * out.
 */
export function fillTexts(
  value: unknown,
  fill: (parts: readonly TextPart[]) => readonly string[],
  depth = 0,
): unknown {
  if (depth > maxDepth) throw new TemplateError(`expected at most ${maxDepth} levels`)
  const fillIn = (inner: unknown): unknown => fillTexts(inner, fill, depth + 1)
  if (typeof value === 'string') return checkText(value)
  if (Array.isArray(value))
    return value.flatMap((item: unknown): readonly unknown[] =>
      isText(item) ? fill(readParts(item)) : [fillIn(item)],
    )
  if (typeof value !== 'object' || value === null) return value
  if (isText(value)) return fill(readParts(value))[0]
  const entries = Object.entries(value).map(([key, inner]) => [key, fillIn(inner)])
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined))
}

function isText(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, textKey)
}

function readParts(text: object): readonly TextPart[] {
  const { [textKey]: parts } = parse(v.strictObject({ [textKey]: PartsSchema }), text)
  for (const part of parts) if (typeof part !== 'string') checkValueName(part.value)
  return parts
}

/** An older build wrote values of the owner into the text. */
function checkText(text: string): string {
  if (mark.test(text)) throw new TemplateError('expected a text without marks. Build again.')
  return text
}

function parse<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new TemplateError(`${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
}
