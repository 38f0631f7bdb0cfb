import * as v from 'valibot'
import type { JsonValue } from '../../model/parse-json.ts'
import { shorten } from '../../model/shorten.ts'
import type { ResponseContent } from './read-response.ts'

/** Longer texts are no reason for a person. */
const maxReasonCharacters = 300

const Reason = v.fallback(
  v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxReasonCharacters))),
  undefined,
)
const ObjectSchema = v.pipe(
  v.instance(Map),
  v.transform((members): Record<string, unknown> => Object.fromEntries(members)),
)
const Messages = v.fallback(v.optional(v.pipe(ObjectSchema, v.record(v.string(), v.string()))), undefined)

/** The places in which APIs name the reason: RFC 9457, and two common customs. */
const ErrorSchema = v.pipe(
  ObjectSchema,
  v.object({
    detail: Reason,
    message: Reason,
    error: v.fallback(
      v.optional(v.union([v.pipe(ObjectSchema, v.object({ message: v.string() })), v.string()])),
      undefined,
    ),
    fields: Messages,
  }),
)

/** The reason of an error as a sentence: the API's own if it names one, else what its status means. */
export function describeError(status: number, content: ResponseContent): string {
  const reason = content.kind === 'json' ? findReason(content.value) : null
  return reason === null ? describeStatus(status) : toSentence(reason)
}

function findReason(value: JsonValue): string | null {
  const { success, output } = v.safeParse(ErrorSchema, value)
  if (!success) return null
  const { fields = {}, detail, message, error } = output
  const messages = Object.entries(fields).map(([name, text]) => `${name}: ${text}`)
  if (messages.length > 0) return shorten(messages.join(' '))
  const named = typeof error === 'object' ? error.message : error
  return detail ?? message ?? v.parse(Reason, named) ?? null
}

function toSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

const meanings = new Map([
  [401, 'The API rejected this key. Check it, or use another one.'],
  [402, 'This endpoint needs a paid key.'],
  [403, 'This key isn’t allowed to use this endpoint.'],
  [404, 'The API found nothing for these values.'],
  [429, 'Too many requests. Wait a moment, then send it again.'],
])

function describeStatus(status: number): string {
  const meaning = meanings.get(status)
  if (meaning !== undefined) return meaning
  return status >= 500
    ? 'The API failed. Try again later.'
    : 'The API rejected the request. Check the values, then send it again.'
}
