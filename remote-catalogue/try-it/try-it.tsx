import { Alert } from '@portico/kit/ui/alert.tsx'
import { Button } from '@portico/kit/ui/button.tsx'
import { CopyButton } from '@portico/kit/ui/copy-button.tsx'
import { useLayoutEffect, useRef, useState } from 'react'
import { addToHistory } from '../favourites/history.ts'
import { RequestHistory } from '../favourites/request-history.tsx'
import { type Entry, getEntryName } from '../model/entry.ts'
import type { ApiRequest } from '../request/build-request.ts'
import { createRequestLink } from '../request/form/request-link.ts'
import type { RequestFormState } from '../request/form/use-request-form.ts'
import { apiKeyMask, serializeRequest, toText } from '../request/serialize-request.ts'
import type { ApiTarget } from '../request/use-api-target.ts'
import { ApiKeyField } from './api-key/api-key-field.tsx'
import { getInitialKey, readApiKey, useApiKey } from './api-key/api-key-store.ts'
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
  /** The visitor's own image, which the preview shows too. */
  readonly image: UploadedImage | null
  readonly onImageChange: (image: UploadedImage | null) => void
}

/** Sends the request with the visitor's key. The response takes the place of the button, which moves below it. */
export function TryIt({ entry, form, target, image, onImageChange }: TryItProps) {
  const isBlocked = form.isBlocked && hasOtherErrors(form, image)
  const names = target.isSandbox ? getImageParameters(entry.row) : []
  const request = image ? withUploadedImage(form.request, image) : form.request
  const { state, send, cancel } = useRequest()
  const initialKey = getInitialKey(target, entry.row)
  const shownKey = useApiKey()[0].key ?? initialKey
  const [isKeyOpen, setKeyOpen] = useState(shownKey === '')
  const [isRejected, setRejected] = useState(false)
  const box = useRef<HTMLElement>(null)
  const submit = async () => {
    const key = readApiKey() ?? initialKey
    const hasKey = key !== ''
    setRejected(isBlocked || !hasKey)
    if (isBlocked) return form.focusFirstError()
    if (!hasKey) return focusKey(box.current)
    const result = await send({ request, key, image: image?.file ?? null })
    if (result.status === 'received') addToHistory(entry, form.values, result.response.status)
  }
  const isSending = state.status === 'sending'
  const isReceived = state.status === 'received'
  return (
    <section ref={box} className={styles.tryIt} aria-label={`Try ${getEntryName(entry)}`}>
      {names.length > 0 && <ImageUploadField names={names} image={image} onChange={onImageChange} />}
      <div>
        <ApiKeyField target={target} shownKey={shownKey} isOpen={isKeyOpen} onToggle={setKeyOpen} />
        <Alert tone="danger">{isRejected ? getRejection(isBlocked, shownKey) : null}</Alert>
      </div>
      {state.status === 'failed' && (
        <RequestError failure={state.failure} request={request} entry={entry} target={target} />
      )}
      {isReceived && <ResponseView key={state.response.durationMs} response={state.response} entry={entry} />}
      <p className={styles.actions}>
        <Button busy={isSending ? 'Sending the request…' : null} onClick={submit}>
          {isReceived ? 'Send again' : 'Send'}
        </Button>
        {isSending && <CancelButton onPress={cancel} />}
        {isReceived && (
          <Button tone="secondary" onClick={form.focusFirstField}>
            Edit request
          </Button>
        )}
        {!isBlocked && <CopyRequestLink entry={entry} form={form} hasImage={image !== null} />}
      </p>
      <TargetNote target={target} />
      <FullRequest request={request} image={image} />
      <RequestHistory entry={entry} onRestore={form.change} />
    </section>
  )
}

function TargetNote({ target: { isSandbox, base } }: Pick<TryItProps, 'target'>) {
  return <p className={styles.note}>Sent to: {isSandbox ? 'this site’s sandbox' : <code>{base}</code>}</p>
}

/** Whether a value is invalid that the visitor's own image doesn't replace. */
function hasOtherErrors({ errors, extraErrors }: RequestFormState, image: UploadedImage | null): boolean {
  const isReplaced = (name: string) => image?.names.includes(name) === true
  return extraErrors.length > 0 || errors.some(({ names }) => !names.some(isReplaced))
}

/** Opens the disclosure with the key first: a closed one can't have the focus. */
function focusKey(box: HTMLElement | null): void {
  const input = box?.querySelector<HTMLElement>('input[name="api"]')
  input?.closest('details')?.setAttribute('open', '')
  input?.focus()
}

function getRejection(isBlocked: boolean, key: string): string | null {
  if (isBlocked) return 'Fix the highlighted values, or tick “Send anyway”.'
  return key === '' ? 'Enter your API key first.' : null
}

/** Rendered while a request runs. When it disappears, its focus moves to the button before it. */
function CancelButton({ onPress }: { readonly onPress: () => void }) {
  const container = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = container.current
    return () => {
      if (element?.contains(document.activeElement)) element.parentElement?.querySelector('button')?.focus()
    }
  }, [])
  return (
    <span ref={container}>
      <Button tone="secondary" onClick={onPress}>
        Cancel
      </Button>
    </span>
  )
}

interface CopyRequestLinkProps {
  readonly entry: Entry
  readonly form: RequestFormState
  readonly hasImage: boolean
}

/** Copies a link that opens this form with the same values. Absent if the values are about a person. */
function CopyRequestLink({ entry, form, hasImage }: CopyRequestLinkProps) {
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

interface FullRequestProps {
  readonly request: ApiRequest
  readonly image: UploadedImage | null
}

/** The request as it is sent, with the key masked. */
function FullRequest({ request, image }: FullRequestProps) {
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
