import * as v from 'valibot'

/** Response of `POST /-/notifications/test`: one result for each configured channel. */
export const NotifyTestResultSchema = v.object({
  results: v.array(v.object({ channel: v.string(), isOk: v.boolean(), message: v.string() })),
})

export type NotifyTestResult = v.InferOutput<typeof NotifyTestResultSchema>
