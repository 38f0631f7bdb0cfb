import { ReleaseRecordSchema } from '@portico/shared/release/release-record.ts'
import * as v from 'valibot'
import { type Secrets, sign, verify } from '../../http/signature.ts'

const purpose = 'portico preview'
const PreviewSchema = v.strictObject({
  remote: ReleaseRecordSchema.entries.remote,
  /** Id of a release; null: every canary, for testers. */
  release: v.nullable(v.string()),
  /** Where this machine serves a build that is shown instead of a release. */
  from: v.exactOptional(v.string()),
  /** Milliseconds since 1970. */
  until: v.number(),
})

/** What a signed link shows. */
export type Preview = v.InferOutput<typeof PreviewSchema>

/** Signs a preview with the site's secret: `<content>.<signature>`. */
export function signPreview(preview: Preview, secrets: Secrets): string {
  return sign(Buffer.from(JSON.stringify(preview)).toString('base64url'), { secrets, purpose })
}

/** The preview in a signed text; null: it was not created here, or has expired. */
export function verifyPreview(text: string, secrets: Secrets): Preview | null {
  const content = verify(text, { secrets, purpose })
  if (content === null) return null
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), PreviewSchema),
    Buffer.from(content, 'base64url').toString('utf8'),
  )
  return parsed.success && parsed.output.until > Date.now() ? parsed.output : null
}
