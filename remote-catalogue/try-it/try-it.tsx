import { Alert } from '@portico/shared/ui/alert.tsx'
import { Button } from '@portico/shared/ui/button.tsx'
import { useLayoutEffect, useRef, useState } from 'react'
import { addToHistory } from '../favourites/history.ts'
import { RequestHistory } from '../favourites/request-history.tsx'
import { type Entry, getEntryName } from '../model/entry.ts'
import type { RequestFormState } from '../request/form/use-request-form.ts'
import { apiKeyMask, serializeRequest, toText } from '../request/serialize-request.ts'
import type { ApiTarget } from '../request/use-api-target.ts'
import { ApiKeyField } from './api-key/api-key-field.tsx'
import { readApiKey, useApiKey } from './api-key/api-key-store.ts'
import { CancelButton } from './cancel-button.tsx'
import { RequestError } from './request-error.tsx'
import { ResponseView } from './response/response-view.tsx'
import styles from './try-it.module.css'
import { ImageUploadField } from './upload/image-upload-field.tsx'
import { getImageParameters, type UploadedImage, withUploadedImage } from './upload/uploaded-image.ts'
import { useRequest } from './use-request.ts'

interface TryItProps {
  readonly entry: Entry
  readonly form: RequestFormState
  readonly target: ApiTarget
}

/** Sends the request with the visitor's key and shows the response. */
export function TryIt({ entry, form, target }: TryItProps) {
  const { isBlocked } = form
  const names = target.isSandbox ? getImageParameters(entry.row) : []
  const [image, setImage] = useState<UploadedImage | null>(null)
  const request = image ? withUploadedImage(form.request, image) : form.request
  const { state, send, cancel } = useRequest()
  const [shownKey] = useApiKey()
  const [isRejected, setRejected] = useState(false)
  const box = useRef<HTMLElement>(null)
  // The button that opened the panel is gone; the focus would start again at the top of the page.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  }, [])
  const submit = async () => {
    const key = readApiKey()
    const hasKey = key !== ''
    setRejected(isBlocked || !hasKey)
    if (isBlocked) return form.focusFirstError()
    if (!hasKey) return box.current?.querySelector<HTMLElement>('input[name="api"]')?.focus()
    const result = await send({ request, key, image: image?.file ?? null })
    if (result.status === 'received') addToHistory(entry, form.values, result.response.status)
  }
  const isSending = state.status === 'sending'
  return (
    <section ref={box} className={styles.tryIt} aria-label={`Try ${getEntryName(entry)}`} tabIndex={-1}>
      <ApiKeyField target={target} />
      {names.length > 0 && <ImageUploadField names={names} image={image} onChange={setImage} />}
      <div>
        <p className={styles.request}>
          <code>{toText(serializeRequest(request, apiKeyMask))}</code>
        </p>
        {image && <p className={styles.note}>Sent as a POST with “{image.file.name}” as its body.</p>}
        {request.method === 'GET' && (
          <p className={styles.note}>
            The key is part of the URL, so it may end up in logs. Never share this URL.
          </p>
        )}
      </div>
      <p className={styles.actions}>
        <Button busy={isSending ? 'Sending the request…' : null} onClick={submit}>
          Send
        </Button>
        {isSending && <CancelButton onPress={cancel} />}
      </p>
      <Alert tone="danger">{isRejected ? getRejection(isBlocked, shownKey.key) : null}</Alert>
      {state.status === 'failed' && <RequestError failure={state.failure} {...{ request, entry, target }} />}
      {state.status === 'received' && (
        <ResponseView key={state.response.durationMs} response={state.response} entry={entry} />
      )}
      <RequestHistory entry={entry} onRestore={form.change} />
    </section>
  )
}

function getRejection(isBlocked: boolean, key: string): string | null {
  if (isBlocked) return 'Fix the highlighted values, or tick “Send anyway”.'
  return key === '' ? 'Enter your API key first.' : null
}
