import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import * as v from 'valibot'

/** The visitor of the pages; `real`: the account that is signed in to the site in this browser. */
const VisitorSchema = v.picklist(['real', 'signed-in', 'unverified', 'signed-out'])
/** What happens to the files of the remote. */
const FaultSchema = v.picklist(['none', 'slow', 'hanging', 'failing'])

/** Schema of what a developer can choose while the pages are open. */
export const DevSettingsSchema = v.object({ as: VisitorSchema, fault: FaultSchema })

export type DevSettings = v.InferOutput<typeof DevSettingsSchema>

/** The choices, by setting. */
export const choices = { as: VisitorSchema.options, fault: FaultSchema.options } as const

const account = { username: 'developer', done: true, isVerify: true, github: false, gmail: false }

/** The visitor of the pages; undefined: the site decides. */
export function getVisitor({ as }: DevSettings): SessionRecord | null | undefined {
  if (as === 'real') return undefined
  if (as === 'signed-out') return null
  return as === 'signed-in' ? account : { ...account, isVerify: false }
}
