import { CopyButton } from '@portico/kit/ui/copy-button.tsx'
import type { Entry } from '../model/entry.ts'
import { createRequestLink } from '../request/form/request-link.ts'
import type { RequestFormState } from '../request/form/use-request-form.ts'
import styles from './try-it.module.css'

interface CopyRequestLinkProps {
  readonly entry: Entry
  readonly form: RequestFormState
  readonly hasImage: boolean
}

/** Copies a link that opens this form with the same values. Absent if the values are about a person. */
export function CopyRequestLink({ entry, form, hasImage }: CopyRequestLinkProps) {
  if (entry.row.privacy) return null
  const link = createRequestLink(entry, form, location.origin)
  if (link === null) return <span className={styles.note}>These values are too long for a link.</span>
  return (
    <>
      <CopyButton text={link} label="link to this request" />
      {hasImage && <span className={styles.note}>The link doesn’t contain your own image.</span>}
    </>
  )
}
