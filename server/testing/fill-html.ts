import type { FormattedProfile } from '@portico/kit/account/formatted-profile.ts'
import { testSite } from '@portico/kit/testing/test-site.ts'
import { pageSlot } from '@portico/protocol/release/prerender.ts'
import { compile } from '@portico/protocol/template/compile.ts'
import { fill } from '@portico/protocol/template/fill.ts'
import type { OwnerValues } from '@portico/protocol/template/owner-fields.ts'
import type { NextValues } from '@portico/protocol/template/parts.ts'
import { readTemplate } from '@portico/protocol/template/read-template.ts'
import { compileTemplate } from '@portico/tools/build/template/compile-template.ts'
import type { FormResult } from '../accounts/rendered-form.ts'
import { fillForm } from '../pages/template/fill-form.ts'
import { type FilterValues, filterRows } from '../pages/template/filter-rows.ts'

/** An owner and their site. */
export const testOwner: OwnerValues = {
  site: testSite,
  year: 2026,
  publicUrl: 'https://example.com',
  signInWith: ['github'],
}

/** What a request adds to a page. */
interface RequestValues {
  readonly next?: NextValues
  readonly profile?: FormattedProfile
  readonly filter?: FilterValues
  readonly form?: FormResult
  readonly isInNoScript?: boolean
}

/** Renders HTML that a build has rendered with marks, as the server sends it. A slot for the page stays. */
export function fillHtml(html: string, owner: OwnerValues, request: RequestValues = {}): string {
  return fillTemplate(compileTemplate(html), owner, request)
}

/** Renders a template as the server sends it. A slot for the page stays. */
export function fillTemplate(template: string, owner: OwnerValues, request: RequestValues = {}): string {
  const { next = null, profile = null, isInNoScript = false } = request
  const known = { next, profile, isInNoScript, page: [pageSlot] }
  const parts = fill(compile(readTemplate(template)), { ...known, owner })
  const filter = request.filter === undefined ? null : filterRows(parts, request.filter)
  const filled = request.form === undefined ? { parts, form: null } : fillForm(parts, request.form)
  return fill(filled.parts, { ...known, filter, form: filled.form }).join('')
}
