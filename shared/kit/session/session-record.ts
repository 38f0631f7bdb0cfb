import * as v from 'valibot'

/** Schema of the record in the session token (specification, sections 3 and 4). */
export const SessionRecordSchema = v.object({
  username: v.pipe(v.string(), v.minLength(1)),
  /** Sign-in is complete. */
  done: v.boolean(),
  /** The email address was confirmed by email. */
  isVerify: v.boolean(),
  /** The address was confirmed by GitHub. */
  github: v.boolean(),
  /** The address was confirmed by Google. */
  gmail: v.boolean(),
})

export type SessionRecord = v.InferOutput<typeof SessionRecordSchema>

/** Response of `GET /-/account/session`: the signed-in visitor, or null. */
export const SessionResponseSchema = v.object({
  visitor: v.nullable(v.object({ ...SessionRecordSchema.entries, email: v.string() })),
})

/** A visitor as the server knows them. */
export type Visitor = NonNullable<v.InferOutput<typeof SessionResponseSchema>['visitor']>

/** Returns true for signed in, null for unverified, false for signed out. */
export function getAuthState(record: SessionRecord | null): boolean | null {
  if (record === null || !record.username || !record.done) return false
  return record.isVerify || record.github || record.gmail ? true : null
}
