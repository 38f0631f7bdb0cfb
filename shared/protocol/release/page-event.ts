import * as v from 'valibot'

/** Name of the event that the shell dispatches on `document` when a page of a remote has mounted or failed. */
export const pageEvent = 'portico:page'

/** Schema of the event's `detail`. */
export const PageEventSchema = v.strictObject({
  /** `failed`: another screen replaces the page, or its prerendered HTML stays. */
  state: v.picklist(['mounted', 'failed']),
  remote: v.string(),
  /** `<version>-<hash8>` */
  release: v.string(),
  /** The path in the remote's manifest, such as `/projects/:name`. */
  path: v.string(),
  /** Why it failed. */
  error: v.exactOptional(v.string()),
})

export type PageEvent = v.InferOutput<typeof PageEventSchema>

/** Name of the event that the shell dispatches on `document` for each signal of a release that is being rolled out, or checked. */
export const signalEvent = 'portico:signal'

/** Schema of the event's `detail`. */
export const SignalEventSchema = v.strictObject({
  remote: v.string(),
  release: v.string(),
  /** `SignalNameSchema` of `discovery/load-report.ts`, which the shell would load with this module. */
  signal: v.string(),
})

export type SignalEvent = v.InferOutput<typeof SignalEventSchema>
