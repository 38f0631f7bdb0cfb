import { FormattedProfileSchema } from '@portico/kit/account/formatted-profile.ts'
import { oauthProviders } from '@portico/kit/account/oauth-providers.ts'
import type { Host } from '@portico/kit/contract/contract.ts'
import * as v from 'valibot'

const ValuesSchema = v.object({
  publicUrl: v.optional(v.string()),
  signInWith: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => oauthProviders.filter((provider) => text.split(' ').includes(provider))),
    ),
  ),
  profile: v.optional(v.pipe(v.string(), v.parseJson(), FormattedProfileSchema)),
})

/** Reads what the server has filled into the prerendered HTML other than the owner's values, so that hydration renders the same. */
export function readPrerenderedValues({
  dataset,
}: Pick<HTMLElement, 'dataset'>): Pick<Host, 'publicUrl' | 'signInWith' | 'profile'> {
  return v.parse(ValuesSchema, { ...dataset })
}
