import * as v from 'valibot'
import { SessionRecordSchema } from '../session/session-record.ts'

/** Shape of the answer of `GET /-/account/session`: the visitor whom the session cookie names, or null. */
export const SessionResponseSchema = v.object({
  visitor: v.nullable(v.object({ ...SessionRecordSchema.entries, email: v.string() })),
})

/** The visitor as the server knows them. */
export type Visitor = NonNullable<v.InferOutput<typeof SessionResponseSchema>['visitor']>
