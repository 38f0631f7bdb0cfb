import type { ApiTarget } from '@portico/shared/api/api-target.ts'
import { Alert } from '@portico/shared/ui/alert.tsx'
import { Button } from '@portico/shared/ui/button.tsx'
import { useRef, useState } from 'react'
import { keepCall } from '../favourites/history.ts'
import { CallHistory } from '../favourites/request-history.tsx'
import { type Entry, nameOf } from '../model/entry.ts'
import type { Builder } from '../request/form/use-request-form.ts'
import { keyMask, requestText, writeRequest } from '../request/write-request.ts'
import { KeyField } from './api-key/api-key-field.tsx'
import { useKey } from './api-key/use-api-key.ts'
import { CancelButton } from './cancel-button.tsx'
import { FailureNotice } from './request-error.tsx'
import { AnswerView } from './response/response-view.tsx'
import styles from './try-it.module.css'
import { PictureField } from './upload/image-upload-field.tsx'
import { type OwnPicture, pictureNames, withPicture } from './upload/uploaded-image.ts'
import { useCall } from './use-request.ts'

interface TryItProps {
  readonly entry: Entry
  readonly builder: Builder
  readonly provider: ApiTarget
}

/** Sends the request with the visitor's key, and shows what comes back. */
export function TryIt({ entry, builder, provider }: TryItProps) {
  const { isBlocked } = builder
  const names = provider.isSandbox ? pictureNames(entry.row) : []
  const [picture, setPicture] = useState<OwnPicture | null>(null)
  const request = picture ? withPicture(builder.request, picture) : builder.request
  const [{ key }] = useKey()
  const { call, send, cancel } = useCall()
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
    const outcome = await send({ request, key, picture: picture?.file ?? null })
    if (outcome.status === 'answered') keepCall(entry, builder.values, outcome.answer.status)
  }
  const isSending = call.status === 'sending'
  return (
    <section ref={box} className={styles.tryIt} aria-label={`Try ${nameOf(entry)}`}>
      <KeyField provider={provider} />
      {names.length > 0 && <PictureField names={names} picture={picture} onChange={setPicture} />}
      <div>
        <p className={styles.request}>
          <code>{requestText(writeRequest(request, keyMask))}</code>
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
      {call.status === 'failed' && <FailureNotice failure={call.failure} {...{ request, entry, provider }} />}
      {call.status === 'answered' && <AnswerView key={call.answer.ms} answer={call.answer} entry={entry} />}
      <CallHistory entry={entry} onUse={builder.change} />
    </section>
  )
}
