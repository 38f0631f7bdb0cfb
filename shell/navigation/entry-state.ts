import * as v from 'valibot'

/**
 * The state of a history entry. React Router's own history writes the same, so Back also works between entries of this version
 * of the shell and of earlier ones, which used it.
 */
export interface EntryState {
  /** What the page stores with the entry. */
  readonly usr: unknown
  /** Unique among the entries of this tab. */
  readonly key: string
  /** The entry's position among them. */
  readonly idx: number
}

const EntryStateSchema = v.fallback(
  v.object({
    usr: v.optional(v.unknown()),
    key: v.fallback(v.optional(v.string()), undefined),
    idx: v.fallback(v.optional(v.number()), undefined),
  }),
  {},
)

/** Reads the state of an entry, which anything can have written: fields of another type are missing. */
export function parseEntryState(state: unknown): v.InferOutput<typeof EntryStateSchema> {
  return v.parse(EntryStateSchema, state)
}
