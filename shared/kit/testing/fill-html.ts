import type { OwnerValues } from '@portico/protocol/template/owner-fields.ts'
import * as v from 'valibot'
import type { FormattedProfile } from '../account/formatted-profile.ts'

type FillHtml = (
  html: string,
  owner: OwnerValues,
  request?: {
    readonly profile?: FormattedProfile
    readonly next?: { readonly next: string; readonly name: string }
  },
) => string

// This workspace imports none of the others.
const modules = import.meta.glob('../../../server/testing/fill-html.ts', { eager: true })
const ModuleSchema = v.object({ fillHtml: v.custom<FillHtml>((it) => typeof it === 'function') })

/** Renders HTML that a build has rendered with marks, as the server sends it. A slot for the page stays. */
export const { fillHtml } = v.parse(ModuleSchema, { ...Object(Object.values(modules)[0]) })
