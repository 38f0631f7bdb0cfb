import { oauthProviders } from '@portico/kit/account/oauth-providers.ts'
import { visitorStates } from '@portico/kit/session/visitor-state.ts'
import * as v from 'valibot'

/** Schema of the query of `GET /-/layout`: for whom, and around which page. */
export const LayoutQuerySchema = v.object({ visitor: v.picklist(visitorStates), path: v.string() })

/** Schema of the response: a prerendered layout, and what the server fills into the page inside of it. */
export const SiteLayoutSchema = v.object({
  /** The HTML before and after the page. */
  before: v.string(),
  after: v.string(),
  year: v.number(),
  publicUrl: v.string(),
  signInWith: v.array(v.picklist(oauthProviders)),
})

export type SiteLayout = v.InferOutput<typeof SiteLayoutSchema>
