import { AppNameSchema } from '@portico/kit/contract/manifest.ts'
import { DevSessionSchema } from '@portico/protocol/release/dev-release.ts'
import * as v from 'valibot'
import { type Secrets, signJson, verifyJson } from '../../http/signature.ts'

const purpose = 'portico preview'
const separator = '~'
/** A working day, so that a link that is passed on expires by tomorrow. */
export const previewLifetimeMs = 8 * 3_600_000
/** A cookie has 4 KB. */
export const maxPreviews = 8
/** Schema of what a link shows. */
export const PreviewSchema = v.strictObject({
  remote: AppNameSchema,
  /** Id of a release; null: every canary, for testers. */
  release: v.nullable(v.string()),
  /** The development session whose newest build is shown instead of a release. */
  session: v.exactOptional(DevSessionSchema),
  /** Milliseconds since 1970. */
  until: v.number(),
})

export type Preview = v.InferOutput<typeof PreviewSchema>

/** Signs a preview with the site's secret: `<content>.<signature>`. */
export function signPreview(preview: Preview, secrets: Secrets): string {
  return signJson(preview, { secrets, purpose })
}

/** Whether a preview has not expired. */
export function isCurrent({ until }: Preview): boolean {
  return until > Date.now()
}

/** The previews in the text of a link, which may join several, that were created here and have not expired. */
export function verifyPreviews(text: string, secrets: Secrets): Preview[] {
  return text
    .split(separator)
    .slice(0, maxPreviews)
    .map((token) => verifyJson(PreviewSchema, token, { secrets, purpose }))
    .filter((preview) => preview !== null)
    .filter(isCurrent)
}
