import * as v from 'valibot'
import { CreateTokenSchema } from './token-api.ts'

/** Body of `PUT /-/grants/{username}`: what an account may do with the release API, in the console. */
export const GrantSchema = v.strictObject({ scopes: CreateTokenSchema.entries.scopes })

/** Response of `GET /-/grants`, in alphabetical order. */
export const GrantsSchema = v.object({
  grants: v.array(
    v.object({
      username: v.string(),
      scopes: v.array(v.string()),
      grantedAt: v.number(),
      grantedBy: v.string(),
      /** When the account last signed in to the console; null: never. */
      lastUsedAt: v.nullable(v.number()),
    }),
  ),
})

export type Grants = v.InferOutput<typeof GrantsSchema>
