import { type JsonValue, parseJson } from '../model/parse-json.ts'

/** A value as it is parsed from the body of a response. */
export function toJsonValue(value: unknown): JsonValue {
  return parseAtOnce(JSON.stringify(value))
}

/** Parses JSON without slices. */
export function parseAtOnce(text: string): JsonValue {
  const steps = parseJson(text)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
