import type { ApiRequest } from '../request/build-request.ts'
import { apiKeyMask, serializeRequest, toText } from '../request/serialize-request.ts'
import styles from './try-it.module.css'
import type { UploadedImage } from './upload/uploaded-image.ts'

interface FullRequestProps {
  readonly request: ApiRequest
  readonly image: UploadedImage | null
}

/** The request as it is sent, with the key masked. */
export function FullRequest({ request, image }: FullRequestProps) {
  return (
    <details className={styles.details}>
      <summary>Full request</summary>
      <p className={styles.request}>
        <code>{toText(serializeRequest(request, apiKeyMask))}</code>
      </p>
      {image && <p className={styles.note}>Sent as a POST with “{image.file.name}” as its body.</p>}
      {request.method === 'GET' && (
        <p className={styles.note}>
          The key is part of the URL, so it may end up in logs. Never share this URL.
        </p>
      )}
    </details>
  )
}
