import { maxPort } from '@portico/protocol/max-port.ts'
import * as v from 'valibot'

/** Any text that isn't empty. */
export const TextSchema = v.pipe(v.string(), v.trim(), v.minLength(1))

/** A whole number in a range; `expected` describes it. */
export function wholeNumberSchema(expected: string, [min, max]: readonly [number, number]) {
  return v.pipe(
    v.string(),
    v.regex(/^\d+$/, expected),
    v.transform(Number),
    v.minValue(min, expected),
    v.maxValue(max, expected),
  )
}

/** A URL with one of the protocols. */
export function urlSchema(expected: string, ...protocols: readonly string[]) {
  return v.pipe(
    v.string(),
    v.check((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), expected),
  )
}

/** A URL of HTTP. */
export const WebUrlSchema = urlSchema('a URL such as https://example.com/path', 'http:', 'https:')

/** The address of a site, without a trailing slash. */
export const OriginSchema = v.pipe(
  urlSchema('a URL such as https://example.com', 'http:', 'https:'),
  v.check(
    (value) => /^\/?$/.test(URL.parse(value)?.pathname ?? ''),
    'a URL without a path, such as https://example.com',
  ),
  v.transform((value) => new URL(value).origin),
)

/** A port to listen on. */
export const PortSchema = wholeNumberSchema(`a port from 1 to ${maxPort}`, [1, maxPort])

/** A duration in milliseconds, of at most an hour. */
export const MillisecondsSchema = wholeNumberSchema('milliseconds from 1 to 3600000', [1, 3_600_000])

/** `true` or `false`. */
export const FlagSchema = v.picklist(['true', 'false'], 'true or false')

/** Splits a list at spaces and commas. */
export const splitList = (value: string) => value.split(/[\s,]+/).filter(Boolean)
