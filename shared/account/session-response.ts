import * as v from 'valibot'
import { SessionRecordSchema } from '../session/session-record.ts'

/** Response of `GET /-/account/session`: the signed-in visitor, or null. */
export const SessionResponseSchema = v.object({
  visitor: v.nullable(v.object({ ...SessionRecordSchema.entries, email: v.string() })),
})

/** A visitor as the server knows them. */
export type Visitor = NonNullable<v.InferOutput<typeof SessionResponseSchema>['visitor']>
