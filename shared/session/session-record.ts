import * as v from 'valibot'

/** Shape of the record in the session token (specification, sections 3 and 4). */
export const SessionRecordSchema = v.object({
  username: v.pipe(v.string(), v.minLength(1)),
  /** Sign-in is completed. */
  done: v.boolean(),
  /** The mail address was confirmed by mail. */
  isVerify: v.boolean(),
  /** The address was confirmed by GitHub. */
  github: v.boolean(),
  /** The address was confirmed by Google. */
  gmail: v.boolean(),
})

/** What the browser keeps of a visitor. */
export type SessionRecord = v.InferOutput<typeof SessionRecordSchema>

/** true: signed in; null: unverified; false: signed out. */
export function getAuthState(record: SessionRecord | null): boolean | null {
  if (record === null || !record.username || !record.done) return false
  return record.isVerify || record.github || record.gmail ? true : null
}
