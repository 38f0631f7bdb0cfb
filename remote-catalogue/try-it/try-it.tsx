import type { ApiTarget } from '@portico/shared/api/api-target.ts'
import { Alert } from '@portico/shared/ui/alert.tsx'
import { Button } from '@portico/shared/ui/button.tsx'
import { useRef, useState } from 'react'
import { addToHistory } from '../favourites/history.ts'
import { RequestHistory } from '../favourites/request-history.tsx'
import { type Entry, getEntryName } from '../model/entry.ts'
import type { RequestFormState } from '../request/form/use-request-form.ts'
import { apiKeyMask, serializeRequest, toText } from '../request/write-request.ts'
import { ApiKeyField } from './api-key/api-key-field.tsx'
import { useApiKey } from './api-key/use-api-key.ts'
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

/** Sends the request with the visitor's key, and shows what comes back. */
export function TryIt({ entry, form, target }: TryItProps) {
  const { isBlocked } = form
  const names = target.isSandbox ? getImageParameters(entry.row) : []
  const [picture, setPicture] = useState<UploadedImage | null>(null)
  const request = picture ? withUploadedImage(form.request, picture) : form.request
  const [{ key }] = useApiKey()
  const { call, send, cancel } = useRequest()
  const [isRefused, setRefused] = useState(false)
  const box = useRef<HTMLElement>(null)
  const reason = isBlocked
    ? 'Mend the values, or choose “Use anyway”, to send the request.'
    : key === ''
      ? 'Enter your API key first.'
      : null
  const press = async () => {
    setRefused(reason !== null)
    if (reason !== null) {
      const field = isBlocked ? '[aria-invalid="true"]' : 'input[name="api"]'
      box.current?.closest('[data-detail]')?.querySelector<HTMLElement>(field)?.focus()
      return
    }
    const outcome = await send({ request, key, image: picture?.file ?? null })
    if (outcome.status === 'answered') addToHistory(entry, form.values, outcome.answer.status)
  }
  const isSending = call.status === 'sending'
  return (
    <section ref={box} className={styles.tryIt} aria-label={`Try ${getEntryName(entry)}`}>
      <ApiKeyField provider={target} />
      {names.length > 0 && <ImageUploadField names={names} image={picture} onChange={setPicture} />}
      <div>
        <p className={styles.request}>
          <code>{toText(serializeRequest(request, apiKeyMask))}</code>
        </p>
        {picture && <p className={styles.note}>As a POST, with “{picture.file.name}” as its body.</p>}
        {request.method === 'GET' && (
          <p className={styles.note}>
            The key is a part of the address that is called, so logs on the way may hold it. Never share that
            address.
          </p>
        )}
      </div>
      <p className={styles.actions}>
        <Button busy={isSending ? 'Sending the request…' : null} onClick={press}>
          Send
        </Button>
        {isSending && <CancelButton onPress={cancel} />}
      </p>
      <Alert tone="danger">{isRefused ? reason : null}</Alert>
      {call.status === 'failed' && <RequestError failure={call.failure} {...{ request, entry, target }} />}
      {call.status === 'answered' && (
        <ResponseView key={call.answer.durationMs} response={call.answer} entry={entry} />
      )}
      <RequestHistory entry={entry} onUse={form.change} />
    </section>
  )
}
